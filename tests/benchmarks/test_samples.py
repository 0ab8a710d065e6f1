"""The claims of docs/benchmarks/sampling.md, on fewer redraws."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.running.tables import Table
from benchmarks.samples import beyond, tables
from tests.real.real_data import needs_real_data
from tests.tiers import thorough

pytestmark = [thorough, needs_real_data]

SEED, DRAWS = 3, 30  # 840 intervals of a row and more: their share is off by .01 or so


def column(table: Table, name: str) -> list[float]:
    cells = [row[list(table.headers).index(name)] for row in table.rows]
    return [cell for cell in cells if isinstance(cell, float)]


@pytest.mark.parametrize(
    ("simulated", "name", "least"),
    [
        (tables.coverage, "mean", 0.93),
        (tables.priors, "mean coverage", 0.93),
        (beyond.older_labels, "mean coverage", 0.93),
        # Each redraw is of all pairs of runs at once, so that their intervals miss together.
        (tables.eight_runs, "mean coverage", 0.91),
        (beyond.average_precision, "mean coverage", 0.91),
    ],
)
def test_intervals_for_these_topics_cover_what_all_labels_say(
    simulated: Callable[[int, int], Table], name: str, least: float
) -> None:
    shares = column(simulated(DRAWS, SEED), name)
    assert min(shares) > least
    assert max(shares) < 0.985


def test_a_sample_by_design_takes_less_than_a_uniform_one() -> None:
    assert max(column(tables.saving(DRAWS, SEED), "uniform, mean as control")) < 0.75


def test_looking_after_every_judgment_rarely_finds_a_difference_where_there_is_none() -> None:
    found = tables.any_time(DRAWS, SEED)
    assert max(column(found, "type I error, mean")) < 0.05
    assert min(column(found, "larger half stopped")) > 0.85
