from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

import numpy as np
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet
from numpy.typing import NDArray
from psycopg import Copy

# An array as PostgreSQL sends it: dimensions, whether it has nulls, type, length and first index,
# and then each value behind the number of its bytes.
_HEAD = 5 * 4
_CELL = np.dtype([("n", ">i4"), ("value", ">i8")])
Rows: TypeAlias = QuerySet[Any, tuple[Any, ...]]
Columns: TypeAlias = list[NDArray[np.int64]]


@contextmanager
def copying(statement: str, values: Sequence[Any] = ()) -> Iterator[Copy]:
    """PostgreSQL's COPY; its refusals arrive as Django's errors, as everywhere."""
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        cursor.copy(cursor.mogrify(statement, values) if values else statement) as copy,
    ):
        yield copy


def copied_columns(rows: Rows) -> Columns:
    """The columns of a query as arrays; see `copied_together`."""
    return copied_together(rows)[0]


def copied_together(*queries: Rows) -> list[Columns]:
    """The columns of each query as arrays, as of one moment; thirty times as fast as objects.

    The server makes an array of each column: a row of COPY comes as a message of its own, which
    takes the client longer than the server takes to find it.

    Args:
        queries: each a `values_list` of columns of eight bytes without nulls: keys, bigints, and
            moments, which come as microseconds since 2000 began, in UTC.

    Raises:
        ValueError: a column has another type, or a null.
    """
    empty = np.empty(0, dtype=np.int64)
    found = [[empty] * _n_columns(rows) for rows in queries]
    gathered = [_gathered(rows, number) for number, rows in enumerate(queries)]
    asked = [query for query in gathered if query is not None]
    if not asked:
        return found
    statement = f"COPY ({' UNION ALL '.join(sql for sql, _ in asked)}) TO STDOUT (FORMAT BINARY)"
    with copying(statement, [value for _, values in asked for value in values]) as copy:
        copy.set_types(["int4", "int4", "bytea"])
        for query, column, stored in copy.rows():
            found[query][column] = _column(stored)
    return found


def _gathered(rows: Rows, number: int) -> tuple[str, Sequence[Any]] | None:
    """SQL that gives a row for each column of the query; None where it cannot find anything."""
    try:
        sql, values = rows.query.sql_with_params()
    except EmptyResultSet:
        return None
    names = [f"c{at}" for at in range(_n_columns(rows))]
    arrays = ", ".join(f"array_agg({name}) AS {name}" for name in names)
    sent = ", ".join(f"({at}, array_send({name}))" for at, name in enumerate(names))
    return (
        f"""
        SELECT {number}, stored.at, stored.bytes
        FROM (SELECT {arrays} FROM ({sql}) AS found ({", ".join(names)})) AS whole
        CROSS JOIN LATERAL (VALUES {sent}) AS stored (at, bytes)
    """,
        values,
    )


def _n_columns(rows: Rows) -> int:
    return len(rows.query.select) + len(rows.query.annotation_select)


def _column(stored: bytes | None) -> NDArray[np.int64]:
    """An array of bigints as PostgreSQL sends it, none where there is no row."""
    if stored is None:
        return np.empty(0, dtype=np.int64)
    is_whole = (len(stored) - _HEAD) % _CELL.itemsize == 0
    cells = np.frombuffer(stored if is_whole else b"", _CELL, offset=_HEAD if is_whole else 0)
    if not is_whole or (cells["n"] != _CELL["value"].itemsize).any():
        raise ValueError("a column is not of eight bytes, or has nulls")
    return cells["value"].astype(np.int64)
