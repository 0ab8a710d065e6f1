"""What this installation needs, and what it means for people when some of it is away."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
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


def away() -> dict[str, str]:
    """What does not answer or cannot be written to, and what that means."""
    return {need.name: need.without_it for need in _unmet()}


def _unmet() -> Iterator[Need]:
    for need in NEEDS:
        try:
            need.ask()
        except need.errors:
            yield need
