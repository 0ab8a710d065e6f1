"""Waiting for other threads by what the database shows of them."""

from __future__ import annotations

import time

from django.db import connection

N_WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""
PATIENCE_S = 20


def until_someone_waits_for_a_lock(n: int = 1) -> None:
    """Return when `n` other connections wait for locks."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")  # kept for a whole transaction
            cursor.execute(N_WAITING)
            [(n_waiting,)] = cursor.fetchall()
        if n_waiting >= n:
            return
        time.sleep(0.02)
    raise AssertionError(f"nobody waits for a lock after {PATIENCE_S} seconds")
