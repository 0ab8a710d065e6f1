"""Which tests run, in which order, and which of them stay in one process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from heapq import merge
from itertools import groupby
from operator import attrgetter, itemgetter
from pathlib import Path

import pytest

from tests.tiers import THOROUGH

# Tests of a module that one process runs in a row, where nothing is made for the whole module.
AT_ONCE = 20
# Browser tests end this early: the last one would have all cores but one wait for it.
WAITED_FOR = 0.8


def pytest_make_parametrize_id(val: object) -> str | None:
    """A test has one name in all processes, though an archive holds the time when it was made."""
    return f"{len(val)} bytes" if isinstance(val, bytes) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Group tests for xdist: what a module's fixture makes is made in one process only."""
    shared = {item.path for item in items if _shares(item)}
    n_before = Counter[Path]()
    for item in items:
        part = 0 if item.path in shared else n_before[item.path] // AT_ONCE
        n_before[item.path] += 1
        item.add_marker(pytest.mark.xdist_group(f"{item.nodeid.partition('::')[0]} {part}"))


def _shares(item: pytest.Item) -> bool:
    """Whether a test uses fixtures of its module or class."""
    if not isinstance(item, pytest.Function):
        return False
    fixtures = item._fixtureinfo.name2fixturedefs.values()
    return any(defined[-1].scope in {"module", "class"} for defined in fixtures)


class Order:
    """Keeps the tier that was asked for, and mixes browser tests with the others."""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Browser tests wait more than they compute: mixed in, they leave no core idle."""
        if not THOROUGH:
            left_out = [item for item in items if item.get_closest_marker("thorough")]
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if not item.get_closest_marker("thorough")]
        _must_be_grouped(config, items)
        waiting = [item for item in items if item.get_closest_marker("e2e")]
        computing = [item for item in items if not item.get_closest_marker("e2e")]
        mixed = merge(_placed(waiting, WAITED_FOR), _placed(computing), key=itemgetter(0))
        items[:] = [item for _, item in mixed]


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Order())


def _placed(items: list[pytest.Item], end: float = 1) -> Iterator[tuple[float, pytest.Item]]:
    """Each with its module's place in a run from 0 to 1, all of them before `end`."""
    n_before = 0
    for _, module in groupby(items, key=attrgetter("path")):
        together = list(module)
        yield from ((end * n_before / len(items), item) for item in together)
        n_before += len(together)


def _must_be_grouped(config: pytest.Config, items: list[pytest.Item]) -> None:
    """xdist writes the groups into the tests' ids, and says nothing where pytest ignores it."""
    is_grouped = getattr(config.option, "loadgroup", False)
    if is_grouped and any("@" not in item.nodeid for item in items):
        raise RuntimeError("This pytest ignores the groups that tests/distribution.py makes.")
