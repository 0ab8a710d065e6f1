from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from psycopg import Copy


@contextmanager
def copying(statement: str) -> Iterator[Copy]:
    """PostgreSQL's COPY FROM STDIN; its refusals arrive as Django's errors, as everywhere."""
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        cursor.copy(statement) as copy,
    ):
        yield copy
