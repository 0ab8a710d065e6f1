"""End futile waits for PostgreSQL, in web processes only.

A server that hangs does not enforce its own limits, and its kernel still acknowledges packets. So
the waiting side closes the connection, and the request answers 503. One thread checks each wait
longer than three seconds by asking PostgreSQL over another connection:

- It lets nobody in: it hangs, and all long waits end.
- The process of a waiting connection is idle, and has been since before the wait: it never read the
  query. It was stopped or lost, and the wait ends.
- The process is at work. A long query looks like a process that was stopped in the middle of one,
  so only time can end the wait. Requests that are always short have a limit for the whole request
  (`Turn.due`). Elsewhere a single query has ten minutes, as imports and exports take minutes.

PostgreSQL itself ends a wait for a lock, by `lock_timeout`.
"""

from __future__ import annotations

import logging
import math
import os
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple

import psycopg

logger = logging.getLogger(__name__)
LONG_S = 3.0
LOOK_S = 0.5
ANSWERS_WITHIN_S = 5
LONGEST_S = 600.0
# For so long after a wait that led to nothing, queued requests are refused early.
TROUBLE_S = 10.0
STATES = """
SELECT pid, starts_with(state, 'idle'), coalesce(wait_event_type, '') = 'Lock',
    extract(epoch FROM clock_timestamp() - state_change)::float8
FROM pg_stat_activity WHERE pid = ANY(%s) AND state_change IS NOT NULL
"""


class Turn(threading.local):
    """Deadline of the request on this thread, and whether it may wait at all."""

    due = math.inf
    may_wait = True


class Wait(NamedTuple):
    began: float
    due: float
    connection: psycopg.Connection[Any]

    @property
    def pid(self) -> int:
        return self.connection.pgconn.backend_pid


class Backend(NamedTuple):
    is_idle: bool
    waits_for_lock: bool
    unchanged_s: float


class Watch:
    """Watches the waits of this process, once started."""

    def __init__(self) -> None:
        self._waits: dict[object, Wait] = {}
        self._beginning = threading.Lock()
        self._parameters: Mapping[str, Any] = {}
        self._trouble_until = 0.0
        self.is_begun = self.hangs = False

    def begin(self) -> None:
        with self._beginning:
            if not self.is_begun:
                self.is_begun = True
                threading.Thread(target=self._look_on, daemon=True).start()

    @contextmanager
    def connecting(self, parameters: Mapping[str, Any]) -> Iterator[None]:
        """Fail at once if connecting would be futile.

        Raises:
            psycopg.OperationalError: PostgreSQL hangs.
            psycopg.errors.LockNotAvailable: the request waited in the queue for long enough.
        """
        if self.hangs:
            raise psycopg.OperationalError("PostgreSQL lets nobody in")
        if not TURN.may_wait:
            raise psycopg.errors.LockNotAvailable("requests before this one are held up")
        self._parameters = parameters
        try:
            yield
        except psycopg.errors.ConnectionTimeout:
            self.hangs = True
            raise

    @contextmanager
    def over(self, connection: psycopg.Connection[Any]) -> Iterator[None]:
        key = object()
        self._waits[key] = Wait(time.monotonic(), TURN.due, connection)
        try:
            yield
        finally:
            del self._waits[key]

    def has_trouble(self) -> bool:
        """Whether PostgreSQL hangs, or waits failed or were for locks lately."""
        return self.hangs or time.monotonic() < self._trouble_until

    def _look_on(self) -> None:
        while True:
            time.sleep(LOOK_S)
            try:
                self._look()
            except Exception:  # the only thread that watches has to go on
                logger.exception("PostgreSQL could not be asked whether it hangs")

    def _look(self) -> None:
        long = self._long_waits()
        if not long and not self.hangs:
            return
        backends = _ask(self._parameters, [wait.pid for wait in long.values()])
        self.hangs = backends is None
        if backends is None:
            lost = self._long_waits()  # more of them, as asking took seconds
        else:
            lost = {key: wait for key, wait in long.items() if leads_to_nothing(wait, backends)}
        if lost or any(backend.waits_for_lock for backend in (backends or {}).values()):
            self._trouble_until = time.monotonic() + TROUBLE_S
        for key, wait in lost.items():
            if key in self._waits:
                logger.warning("PostgreSQL did not answer; a connection is given up")
                _hang_up(wait.connection)

    def _long_waits(self) -> dict[object, Wait]:
        began_before = time.monotonic() - LONG_S
        return {key: wait for key, wait in [*self._waits.items()] if wait.began < began_before}


TURN = Turn()
WATCH = Watch()


def leads_to_nothing(wait: Wait, backends: Mapping[int, Backend]) -> bool:
    now, backend = time.monotonic(), backends.get(wait.pid)
    is_unread = backend is not None and backend.is_idle and backend.unchanged_s > now - wait.began
    return is_unread or now > min(wait.due, wait.began + LONGEST_S)


def _ask(parameters: Mapping[str, Any], pids: list[int]) -> dict[int, Backend] | None:
    """The server's report on these processes, possibly that it is full; None if it hangs."""
    given = {"connect_timeout": ANSWERS_WITHIN_S, "autocommit": True}
    try:
        with closing(psycopg.connect(**{**parameters, **given})) as connection:
            patient = partial(connection.wait, timeout=ANSWERS_WITHIN_S)
            connection.wait = patient  # type: ignore[method-assign]
            found = connection.execute(STATES, [pids]).fetchall()
            return {pid: Backend(*state) for pid, *state in found}
    except (psycopg.errors.ConnectionTimeout, psycopg.errors._WaitTimeout):
        return None
    except psycopg.Error:
        return {}  # it refuses, or is gone; then the system ends each wait


def _hang_up(connection: psycopg.Connection[Any]) -> None:
    """Shut the socket down, so that the waiting thread sees a lost connection."""
    with suppress(OSError, psycopg.Error):
        line = socket.socket(fileno=os.dup(connection.fileno()))
        line.shutdown(socket.SHUT_RDWR)
        line.close()
