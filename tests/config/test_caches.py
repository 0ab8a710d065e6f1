from __future__ import annotations

from uuid import uuid4

from django.conf import settings

from config.caches import Cache


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
