"""The claims of docs/benchmarks/sampling.md, on fewer redraws."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.running.tables import Table
from benchmarks.samples import beyond, tables
from tests.real.real_data import needs_real_data
from tests.tiers import thorough

pytestmark = [thorough, needs_real_data]

SEED, DRAWS = 3, 60  # 3,360 intervals of a row and more: their share is off by .004 or so


def column(table: Table, name: str) -> list[float]:
    place = list(table.headers).index(name)
    return [float(row[place]) for row in table.rows if row[place] is not None]


@pytest.mark.parametrize(
    ("simulated", "name"),
    [
        (tables.coverage, "mean"),
        (tables.priors, "mean coverage"),
        (tables.eight_runs, "mean coverage"),
        (beyond.older_labels, "mean coverage"),
        (beyond.average_precision, "mean coverage"),
    ],
)
def test_intervals_for_these_topics_cover_what_all_labels_say(
    simulated: Callable[[int, int], Table], name: str
) -> None:
    shares = column(simulated(DRAWS, SEED), name)
    assert min(shares) > 0.93
    assert max(shares) < 0.985


def test_a_sample_by_design_takes_less_than_a_uniform_one() -> None:
    assert max(column(tables.saving(DRAWS, SEED), "uniform, mean as control")) < 0.75


def test_looking_after_every_judgment_rarely_finds_a_difference_where_there_is_none() -> None:
    [row] = tables.any_time(DRAWS, SEED).rows
    null, _, larger, _ = row
    assert null < 0.05
    assert larger > 0.85
