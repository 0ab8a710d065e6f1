from __future__ import annotations

from functools import cache

from demo.collection import DocPassage, python_docs


@cache
def passages() -> tuple[DocPassage, ...]:
    """The whole collection, which takes a while to make, once for all tests."""
    return tuple(python_docs())
