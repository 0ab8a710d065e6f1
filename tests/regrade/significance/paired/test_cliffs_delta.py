from __future__ import annotations

import math

import numpy as np
import pytest

from regrade.significance import PairOptions, cliffs_delta
from tests.regrade.significance.textbook import from_zero
from tests.tiers import thorough


def test_cliffs_delta_by_hand() -> None:
    """Three up, one down, one level: 2 of 5."""
    answer = cliffs_delta(*from_zero(0.1, 0.2, 0.3, -0.4, 0))
    assert (answer.value, answer.n) == (0.4, 5)


def test_cliffs_delta_compares_a_topic_with_itself_alone() -> None:
    """The run is higher on every topic, but lower than the baseline on the next one."""
    baseline = np.array([0.1, 0.3, 0.5, 0.7])
    assert cliffs_delta(baseline, baseline + 0.01).value == 1.0


def test_cliffs_delta_interval_by_hand() -> None:
    """One topic more on either side: 4 and 2 of 7, 2/7 apart."""
    answer = cliffs_delta(*from_zero(0.1, 0.2, 0.3, -0.4, 0))
    reach = 1.959964 * math.sqrt((6 / 7 - (2 / 7) ** 2) / 7)
    assert answer.interval == pytest.approx((2 / 7 - reach, min(2 / 7 + reach, 1)), abs=1e-6)


@pytest.mark.parametrize(("difference", "value"), [(0.5, 1.0), (-0.5, -1.0)])
def test_cliffs_delta_of_a_constant_difference_keeps_an_interval(
    difference: float, value: float
) -> None:
    answer = cliffs_delta(*from_zero(*[difference] * 20))
    assert answer.value == value
    assert answer.interval is not None
    assert -1 <= answer.interval[0] < answer.interval[1] <= 1


def test_cliffs_delta_of_equal_runs_is_nought_in_the_middle_of_its_interval() -> None:
    answer = cliffs_delta(*from_zero(*[0.0] * 20))
    assert answer.value == 0.0
    assert answer.interval is not None
    assert answer.interval[0] == -answer.interval[1] < 0


@pytest.mark.parametrize(
    "share", [0.7, pytest.param(0.5, marks=thorough), pytest.param(0.9, marks=thorough)]
)
def test_cliffs_delta_interval_holds_the_truth_as_often_as_it_says(share: float) -> None:
    """Two thousand samples of thirty topics, a tenth of them level."""
    rng = np.random.default_rng(6)
    truth = 0.9 * (2 * share - 1)
    held = 0
    for _ in range(2000):
        signs = np.where(rng.random(30) < share, 1.0, -1.0) * (rng.random(30) < 0.9)
        low, high = cliffs_delta(*from_zero(*signs), options=PairOptions()).interval or (2, 2)
        held += low <= truth <= high
    assert held / 2000 == pytest.approx(0.95, abs=0.025)
