"""Waiting for other threads by what the database and the server show of them."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.db import connection

N_WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""
N_AT_WORK = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
"""
PATIENCE_S = 60


def closing(action: Callable[[], object]) -> Callable[[], None]:
    """For a thread, which has a connection of its own."""

    def run() -> None:
        try:
            action()
        finally:
            connection.close()

    return run


def until_someone_waits_for_a_lock(n: int = 1) -> None:
    """Return when `n` other connections wait for locks."""
    until_counted(N_WAITING, lambda waiting: waiting >= n, "nobody waits for a lock")


def until_counted(query: str, is_enough: Callable[[int], bool], otherwise: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_enough(_count(query)):
        if time.monotonic() > end:
            raise AssertionError(f"{otherwise} after {PATIENCE_S} seconds")
        time.sleep(0.02)


def _count(query: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # kept for a whole transaction
        cursor.execute(query)
        [(n,)] = cursor.fetchall()
    return int(n)
