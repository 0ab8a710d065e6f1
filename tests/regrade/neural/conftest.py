"""Tiny models of random weights, each saved once for all tests, which leave them as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from tests.regrade.neural.small_models.tiny_bert import make_bert
from tests.regrade.neural.small_models.tiny_t5 import make_t5

Saved: TypeAlias = Callable[..., Any]


@pytest.fixture(scope="session")
def saved_bert(tmp_path_factory: pytest.TempPathFactory) -> Saved:
    return _once(make_bert, tmp_path_factory)


@pytest.fixture(scope="session")
def saved_t5(tmp_path_factory: pytest.TempPathFactory) -> Saved:
    return _once(make_t5, tmp_path_factory)


def _once(make: Saved, folders: pytest.TempPathFactory) -> Saved:
    made: dict[object, Any] = {}

    def saved(*args: object, **settings: object) -> Any:
        key = args, tuple(sorted(settings.items()))
        if key not in made:
            made[key] = make(folders.mktemp("saved"), *args, **settings)
        return made[key]

    return saved
