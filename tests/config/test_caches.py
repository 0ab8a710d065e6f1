from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from uuid import uuid4

import pytest
from django.conf import settings

from config.caches import Cache


@pytest.fixture
def mute() -> Iterator[socket.socket]:
    """Takes connections and never says anything, as a server does that is frozen."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        yield listening


def n_waiting(listening: socket.socket) -> int:
    listening.setblocking(False)
    n = 0
    while True:
        try:
            listening.accept()[0].close()
        except BlockingIOError:
            return n
        n += 1


def test_a_cache_makes_its_client_once_and_finds_what_it_was_given() -> None:
    cache, key = Cache(settings.REDIS_URL, {}), str(uuid4())
    client = cache._cache
    assert client.get_client("a") is client.get_client("b")
    cache.set(key, "spruce", 60)
    try:
        assert cache.get(key) == "spruce"
    finally:
        cache.delete(key)
    assert cache.get(key) is None


def test_a_cache_that_does_not_answer_is_left_alone_by_all_threads_for_a_while(
    mute: socket.socket, caplog: pytest.LogCaptureFixture
) -> None:
    address = f"redis://127.0.0.1:{mute.getsockname()[1]}/0"
    options = {"OPTIONS": {"left_alone_s": 3600}}
    for _ in range(3):  # each thread has one of its own
        cache = Cache(address, options)
        cache.set("tree", "spruce")
        assert cache.get("tree", "none") == "none"
    assert n_waiting(mute) == 1
    assert [record.name for record in caplog.records] == ["config.caches"]
