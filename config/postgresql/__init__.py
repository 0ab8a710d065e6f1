"""Django's backend for PostgreSQL, with waits that end."""
