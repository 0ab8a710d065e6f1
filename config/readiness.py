"""Services that this installation needs, and the effect on users when one is down."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection
from redis import Redis
from redis.exceptions import RedisError

from config.caches import IMPATIENT


class Need(NamedTuple):
    name: str
    ask: Callable[[], Any]
    errors: type[Exception]
    without_it: str


def _ask_postgresql() -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    finally:
        connection.close()  # the thread's own, which nobody uses again


def _ask_broker() -> None:
    with Redis.from_url(settings.REDIS_URL, **IMPATIENT) as broker:
        broker.ping()


def _ask_storage() -> None:
    settings.STORAGE_ROOT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=settings.STORAGE_ROOT) as probe:
        probe.write(b"regrade")
        probe.flush()


POSTGRESQL = Need(
    "postgresql",
    _ask_postgresql,
    DatabaseError,
    "Nobody can sign in or judge; judging pages keep answers and send them later.",
)
NEEDS = (
    POSTGRESQL,
    Need(
        "broker",
        _ask_broker,
        RedisError,
        "People sign in and judge as usual; jobs wait in the database and are offered when it is"
        " back.",
    ),
    Need(
        "storage",
        _ask_storage,
        OSError,
        "People sign in and judge as usual; runs with new doc_ids are refused, and jobs that write"
        " there fail.",
    ),
)


class Check:
    """A cached health check of one service, run in a thread of its own.

    A hanging service would otherwise block the thread of every caller. A service that does not
    answer in time counts as down.
    """

    def __init__(self, need: Need, *, fresh_s: float = 0.2, patience_s: float = 0.8) -> None:
        self.need, self._fresh_s, self._patience_s = need, fresh_s, patience_s
        self._beginning = Lock()
        self._thread: Thread | None = None
        self._asked_at, self._is_met = 0.0, False

    def begin(self) -> None:
        """Start a check, unless a recent one finished or is running."""
        with self._beginning:
            is_fresh = time.monotonic() < self._asked_at + self._fresh_s
            if self._thread is None or not (self._thread.is_alive() or is_fresh):
                self._asked_at = time.monotonic()
                self._thread = Thread(target=self._ask, daemon=True)
                self._thread.start()

    def is_met(self) -> bool:
        self.begin()
        thread: Thread = self._thread  # type: ignore[assignment]  # begun
        thread.join(max(0.0, self._asked_at + self._patience_s - time.monotonic()))
        return self._is_met and not thread.is_alive()

    def _ask(self) -> None:
        self._is_met = False
        with suppress(self.need.errors):
            self.need.ask()
            self._is_met = True


CHECKS = tuple(map(Check, NEEDS))


def away() -> dict[str, str]:
    """Services that do not answer or folders that take no files, each with the effect on users."""
    for check in CHECKS:
        check.begin()
    return {check.need.name: check.need.without_it for check in CHECKS if not check.is_met()}


def has_postgresql() -> bool:
    return CHECKS[NEEDS.index(POSTGRESQL)].is_met()
