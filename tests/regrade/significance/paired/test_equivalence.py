from __future__ import annotations

import math
from importlib import import_module

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from regrade.significance import PairedTest, PairOptions, equivalence
from tests.regrade.significance.textbook import SLEEP, from_zero
from tests.tiers import thorough


def within(bounds: tuple[float, float], *differences: float) -> PairedTest:
    return equivalence(*from_zero(*differences), options=PairOptions(bounds=bounds))


def tail(t: float) -> float:
    """P(T > t) on two degrees of freedom."""
    return (1 - t / math.sqrt(2 + t * t)) / 2


def test_equivalence_by_hand() -> None:
    """Mean 2, standard error 1 / sqrt(3): t is 2 sqrt(3) from 0 and -3 sqrt(3) from 5."""
    answer = within((0, 5), 1, 2, 3)
    expected = (tail(2 * math.sqrt(3)), tail(3 * math.sqrt(3)))
    assert answer.one_sided == pytest.approx(expected)
    assert (answer.statistic, answer.p_value) == pytest.approx((2 * math.sqrt(3), expected[0]))


def test_equivalence_takes_the_worse_side() -> None:
    answer = within((-1, 2.5), 1, 2, 3)
    assert answer.one_sided is not None
    assert answer.p_value == answer.one_sided[1] == max(answer.one_sided)
    assert answer.statistic == pytest.approx(-math.sqrt(3) / 2)


def test_equivalence_has_the_90_percent_interval() -> None:
    """The 95% point on two degrees is 2.919986."""
    answer = within((-1, 1), 1, 2, 3)
    reach = 2.919986 / math.sqrt(3)
    assert answer.interval == pytest.approx((2 - reach, 2 + reach), abs=1e-6)
    assert (answer.confidence, answer.bounds) == (0.9, (-1, 1))


@pytest.mark.parametrize("bound", [0.5, 1.0, 2.0, 2.29, 2.30, 3.0])
def test_the_interval_lies_inside_the_bounds_exactly_when_p_is_small(bound: float) -> None:
    answer = equivalence(*SLEEP, options=PairOptions(bounds=(-bound, bound)))
    assert answer.p_value is not None
    assert answer.interval is not None
    inside = -bound < answer.interval[0] and answer.interval[1] < bound
    assert inside == (answer.p_value < 0.05)


@thorough
@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=3, max_size=40),
    st.floats(-2, 0.4),
    st.floats(0.5, 2),
)
def test_equivalence_agrees_with_statsmodels(
    twentieths: list[tuple[int, int]], low: float, high: float
) -> None:
    ttost_paired = import_module("statsmodels.stats.weightstats").ttost_paired
    baseline, run = np.array(twentieths).T / 20
    assume(np.ptp(np.round(run - baseline, 9)) > 0)
    p_value, lower, upper = ttost_paired(run, baseline, low, high)
    answer = equivalence(baseline, run, options=PairOptions(bounds=(low, high)))
    expected = (float(p_value), float(lower[1]), float(upper[1]))
    assert (answer.p_value, *(answer.one_sided or ())) == pytest.approx(expected, abs=1e-9)


def test_equivalence_at_another_confidence_tests_at_its_level() -> None:
    options = PairOptions(bounds=(-1, 1), confidence=0.99)
    answer = equivalence(*SLEEP, options=options)
    expected = stats.ttest_rel(SLEEP[1], SLEEP[0]).confidence_interval(0.98)
    assert answer.confidence == 0.98
    assert answer.interval == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(
    ("difference", "p_value", "one_sided"),
    [
        (0.0, 0.0, (0.0, 0.0)),
        (0.05, 0.0, (0.0, 0.0)),
        (0.1, 1.0, (0.0, 1.0)),
        (-0.1, 1.0, (1.0, 0.0)),
        (0.2, 1.0, (0.0, 1.0)),
        (-0.2, 1.0, (1.0, 0.0)),
    ],
)
def test_equivalence_of_a_constant_difference_asks_whether_it_is_inside(
    difference: float, p_value: float, one_sided: tuple[float, float]
) -> None:
    answer = within((-0.1, 0.1), difference, difference, difference)
    assert (answer.p_value, answer.one_sided) == (p_value, one_sided)
    assert answer.interval == (difference, difference)


@pytest.mark.parametrize(
    ("difference", "statistic"), [(0.0, math.inf), (0.1, 0.0), (0.2, math.inf), (-0.2, -math.inf)]
)
def test_equivalence_of_a_constant_difference_is_infinitely_far_from_bounds(
    difference: float, statistic: float
) -> None:
    assert within((-0.1, 0.1), difference, difference).statistic == statistic


def test_equivalence_without_bounds_is_refused() -> None:
    with pytest.raises(ValueError, match="needs bounds"):
        equivalence(*SLEEP)


def test_equivalence_at_a_level_of_a_half_is_refused() -> None:
    with pytest.raises(ValueError, match=r"confidence .* 0\.5"):
        equivalence(*SLEEP, options=PairOptions(bounds=(-1, 1), confidence=0.5))
