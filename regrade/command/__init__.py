"""The command `regrade`: what the library does with files, without a database."""
