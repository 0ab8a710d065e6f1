"""Waiting for other threads by what the database shows of them."""

from __future__ import annotations

import time

from django.db import connection

N_WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""
N_AT_WORK = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
"""
PATIENCE_S = 20
QUIET_S = 0.5  # a request that is still under way asks the database again by then


def until_someone_waits_for_a_lock(n: int = 1) -> None:
    """Return when `n` other connections wait for locks."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if _count(N_WAITING) >= n:
            return
        time.sleep(0.02)
    raise AssertionError(f"nobody waits for a lock after {PATIENCE_S} seconds")


def until_the_server_rests() -> None:
    """Return when no other connection has been at work for a while.

    A page that is closed still sends how long it was open, and the tables that this is stored in
    are emptied after the test.
    """
    end, quiet_since = time.monotonic() + PATIENCE_S, time.monotonic()
    while time.monotonic() < end and time.monotonic() - quiet_since < QUIET_S:
        if _count(N_AT_WORK):
            quiet_since = time.monotonic()
        time.sleep(0.02)


def _count(query: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # kept for a whole transaction
        cursor.execute(query)
        [(n,)] = cursor.fetchall()
    return int(n)
