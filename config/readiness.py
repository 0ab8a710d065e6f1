"""What this installation needs, and what it means for people when some of it is away."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from threading import Lock
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
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


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
    "Nobody can sign in or judge; judging pages keep what is answered and send it later.",
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


def away() -> dict[str, str] | None:
    """What does not answer or takes no file, and what that means; None while nobody knows."""
    return _LATELY.answer()


class Remembered:
    """An answer that a process asks for once in a while, and by one thread at a time.

    Anybody may want to know it, and what hangs would hold a thread of each who asks.
    """

    def __init__(
        self,
        ask: Callable[[], dict[str, str]],
        fresh_s: float = 5.0,
        believed_s: float = 30.0,
        patience_s: float = 1.0,
    ) -> None:
        self._ask, self._patience_s = ask, patience_s
        self._fresh_s, self._believed_s = fresh_s, believed_s
        self._asking = Lock()
        self._last: dict[str, str] | None = None
        self._asked_at = 0.0

    def answer(self) -> dict[str, str] | None:
        """The last one while it is fresh, or believed while another thread asks; else None."""
        if self._is_younger_than(self._fresh_s):
            return self._last
        patience_s = 0.0 if self._is_younger_than(self._believed_s) else self._patience_s
        if self._asking.acquire(timeout=patience_s):
            try:
                self._ask_anew()
            finally:
                self._asking.release()
            return self._last
        return self._last if self._is_younger_than(self._believed_s) else None

    def _ask_anew(self) -> None:
        if not self._is_younger_than(self._fresh_s):  # as another thread may have made it
            self._last, self._asked_at = self._ask(), time.monotonic()

    def _is_younger_than(self, seconds: float) -> bool:
        return self._last is not None and time.monotonic() < self._asked_at + seconds


def _unmet() -> Iterator[Need]:
    for need in NEEDS:
        try:
            need.ask()
        except need.errors:
            yield need


_LATELY = Remembered(lambda: {need.name: need.without_it for need in _unmet()})
