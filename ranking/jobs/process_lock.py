from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

TAKE = "SELECT pg_try_advisory_lock(hashtext(%s), %s)"
LEAVE = "SELECT pg_advisory_unlock(hashtext(%s), %s)"


@contextmanager
def process_lock(kind: str, key: int) -> Iterator[bool]:
    """Lock one thing of a kind for this process, by an advisory lock of the database.

    Yields whether it got the lock. It never waits, and what it got ends with the process.
    """
    is_locked = _ask(TAKE, kind, key)
    try:
        yield is_locked
    finally:
        if is_locked:
            _ask(LEAVE, kind, key)


def is_free(kind: str, key: int) -> bool:
    """Whether no process holds that lock."""
    with process_lock(kind, key) as was_free:
        return was_free


def _ask(query: str, kind: str, key: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(query, [kind, key])
        [(answer,)] = cursor.fetchall()
    return bool(answer)
