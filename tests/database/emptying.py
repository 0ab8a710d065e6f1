"""Emptying the database after a test whose rows were committed."""

from __future__ import annotations

from django.db import connection, transaction
from psycopg import sql

# Made by migrations and by Django once they have run; no test changes them.
KEPT = ["django_migrations", "django_content_type", "auth_permission"]
EVER_WRITTEN = """
    SELECT relname FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
        AND pg_relation_size(oid) > 0 AND relname <> ALL(%s)
"""


def empty_tables() -> None:
    """Delete every row, in some 2 ms.

    Django's own way takes some 100: it truncates every table, which makes new files for it and
    its indexes, and then writes all content types and permissions again.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(EVER_WRITTEN, [KEPT])
        tables = [name for (name,) in cursor.fetchall()]
        # Neither references nor triggers are looked at: nothing is left for them to protect.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table in tables:
            cursor.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
