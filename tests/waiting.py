"""Waiting for other threads by what the database and the server show of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Thread, current_thread, main_thread

from django.core.signals import request_finished, request_started
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
QUIET_S = 0.5  # what a closed page still sends has come by then


class Answering:
    """Threads of this process's server that answer a request; others show in the database.

    Requests of Django's test client do not count: some never end.
    """

    def __init__(self) -> None:
        self._threads: set[Thread] = set()
        request_started.connect(self._begin)
        request_finished.connect(self._end)

    def __bool__(self) -> bool:
        return any(thread.is_alive() for thread in self._threads.copy())

    def _begin(self, **_: object) -> None:
        if current_thread() is not main_thread():
            self._threads.add(current_thread())

    def _end(self, **_: object) -> None:
        self._threads.discard(current_thread())


ANSWERING = Answering()


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
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if _count(N_WAITING) >= n:
            return
        time.sleep(0.02)
    raise AssertionError(f"nobody waits for a lock after {PATIENCE_S} seconds")


def until_the_server_rests() -> None:
    """Return when no request and no other connection has been at work for a while.

    A page that is closed still sends how long it was open, and the tables that this is stored in
    are emptied after the test.
    """
    end, quiet_since = time.monotonic() + PATIENCE_S, time.monotonic()
    while time.monotonic() < end and time.monotonic() - quiet_since < QUIET_S:
        if ANSWERING or _count(N_AT_WORK):
            quiet_since = time.monotonic()
        time.sleep(0.02)


def _count(query: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # kept for a whole transaction
        cursor.execute(query)
        [(n,)] = cursor.fetchall()
    return int(n)
