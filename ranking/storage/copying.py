from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet
from numpy.typing import NDArray
from psycopg import Copy

# What COPY's binary format begins with, before its first row, and ends with.
_HEAD, _END = b"PGCOPY\n\xff\r\n\0" + bytes(8), b"\xff\xff"


@contextmanager
def copying(statement: str, values: Sequence[Any] = ()) -> Iterator[Copy]:
    """PostgreSQL's COPY; its refusals arrive as Django's errors, as everywhere."""
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        cursor.copy(cursor.mogrify(statement, values) if values else statement) as copy,
    ):
        yield copy


def copied_columns(rows: QuerySet[Any, tuple[Any, ...]]) -> list[NDArray[np.int64]]:
    """The columns of a query as arrays, in a tenth of the time that its rows take as objects.

    Args:
        rows: `values_list` of columns of eight bytes without nulls: keys, bigints, and moments,
            which come as microseconds since 2000 began, in UTC.

    Raises:
        ValueError: a column has another type, or a null.
    """
    n_columns = len(rows.query.select) + len(rows.query.annotation_select)
    try:
        sql, values = rows.query.sql_with_params()
    except EmptyResultSet:
        return [np.empty(0, dtype=np.int64) for _ in range(n_columns)]
    statement = f"COPY ({sql}) TO STDOUT (FORMAT BINARY)"
    with copying(statement, values) as copy:
        stored = b"".join(copy)
    return _columns(stored[len(_HEAD) : -len(_END)], n_columns)


def _columns(stored: bytes, n: int) -> list[NDArray[np.int64]]:
    """Columns of rows as COPY writes them: how many, then each one's length and its value."""
    cells = [cell for at in range(n) for cell in ((f"n{at}", ">i4"), (f"v{at}", ">i8"))]
    layout = np.dtype([("n", ">i2"), *cells])
    is_whole = len(stored) % layout.itemsize == 0
    table = np.frombuffer(stored if is_whole else b"", layout)
    if not is_whole or any((table[f"n{at}"] != 8).any() for at in range(n)):
        raise ValueError("a column is not of eight bytes, or has nulls")
    return [table[f"v{at}"].astype(np.int64) for at in range(n)]
