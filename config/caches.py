"""Redis as Django uses it, for what can be done without: while it is away nothing is kept."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

# After it did not answer nobody asks it for so long.
LEFT_ALONE_S = 10.0
IMPATIENT: dict[str, Any] = {
    "socket_timeout": settings.REDIS_ANSWERS_WITHIN_S,
    "socket_connect_timeout": settings.REDIS_ANSWERS_WITHIN_S,
    "retry": Retry(NoBackoff(), 0),
}

Answer = TypeVar("Answer")
logger = logging.getLogger(__name__)


class SpareClient(RedisCacheClient):
    """Gets and sets without failing: what cannot be read was not kept.

    All threads of a process know that the server is away. The client is made once and not at
    every request: that fills a table of all that Redis can do, which takes longer than asking it.
    """

    _asked_again_at: dict[tuple[str, ...], float] = {}

    def __init__(
        self, servers: list[str], left_alone_s: float = LEFT_ALONE_S, **options: Any
    ) -> None:
        super().__init__(servers, **IMPATIENT, **options)
        self._left_alone_s = left_alone_s
        self._servers_key = tuple(servers)
        self._kept: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        if write not in self._kept:
            self._kept[write] = super().get_client(key, write=write)
        return self._kept[write]

    def get(self, key: Any, default: Any) -> Any:
        return self._tried(lambda: super(SpareClient, self).get(key, default), default)

    def set(self, key: Any, value: Any, timeout: int | timedelta | None) -> None:
        self._tried(lambda: super(SpareClient, self).set(key, value, timeout), None)

    def _tried(self, ask: Callable[[], Answer], otherwise: Answer) -> Answer:
        if time.monotonic() < self._asked_again_at.get(self._servers_key, 0.0):
            return otherwise
        try:
            return ask()
        except RedisError as error:
            self._asked_again_at[self._servers_key] = time.monotonic() + self._left_alone_s
            logger.warning("The cache is away, so that nothing is kept: %s", error)
            return otherwise


class Cache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = SpareClient
