"""Waiting for other threads by what the database and the server show of them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from urllib.request import urlopen

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
# So Python names the threads of a server, one for each connection.
SERVES = "(process_request_thread)"


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


def until_all_is_answered(url: str) -> None:
    """Return when this process's server has answered all that the closed browsers sent.

    A page that is closed still sends how long it was open, and the tables that this is stored in
    are emptied after the test. A closed browser has closed its connections, and the server takes
    them in order: after a request of our own, no older one is still to come.
    """
    _until_connections_are_closed()
    urlopen(f"{url}/health").close()
    _until_connections_are_closed()
    until_counted(N_AT_WORK, lambda at_work: at_work == 0, "a connection is still at work")


def until_counted(query: str, is_enough: Callable[[int], bool], otherwise: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_enough(_count(query)):
        if time.monotonic() > end:
            raise AssertionError(f"{otherwise} after {PATIENCE_S} seconds")
        time.sleep(0.02)


def _until_connections_are_closed() -> None:
    end = time.monotonic() + PATIENCE_S
    for thread in threading.enumerate():
        if thread.name.endswith(SERVES):
            _join(thread, end)
            assert not thread.is_alive(), f"a connection is still open after {PATIENCE_S} seconds"


def _join(thread: threading.Thread, end: float) -> None:
    """Wait for the thread until `end`; one that is only just starting cannot be joined yet."""
    while True:
        try:
            return thread.join(max(0, end - time.monotonic()))
        except RuntimeError:
            time.sleep(0.001)


def _count(query: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # kept for a whole transaction
        cursor.execute(query)
        [(n,)] = cursor.fetchall()
    return int(n)
