"""Counts that are to fit each other are read as of one moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"


@contextmanager
def one_snapshot() -> Iterator[None]:
    """Every read within sees the database as the first one does.

    Within a transaction that is under way it is that transaction's isolation that holds: only the
    first statement of one can choose it.
    """
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(ONE_MOMENT)
        yield
