"""Rows of packed arrays in PostgreSQL's binary form: as text they double, and are parsed again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from psycopg import Cursor

ROWS_AT_ONCE = 200


def packed_rows(rows: QuerySet[Any, Any]) -> Iterator[tuple[Any, ...]]:
    """The values of a query, packed arrays as bytes, a block of rows in memory at a time.

    Nothing else may be asked of the database until the last row is taken.
    """
    yield from selected(*rows.query.get_compiler(connection=connection).as_sql())


def selected(statement: str, parameters: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """As `packed_rows`, of a statement: a query takes longer to compose than few rows to read."""
    # Django's own cursors bind parameters in the client, which rules out binary results.
    connection.ensure_connection()
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        yield from cursor.stream(statement, parameters, binary=True, size=ROWS_AT_ONCE)


def write_packed(statement: str, columns: Sequence[Sequence[Any]]) -> None:
    """Run a statement that unnests one array for each column."""
    connection.ensure_connection()
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        cursor.execute(statement, [list(column) for column in columns])
