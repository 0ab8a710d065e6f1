from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from regrade.significance import PairedTest, PairOptions, paired_t, paired_t_tests
from regrade.significance.pairs import paired_differences
from tests.regrade.significance.textbook import MAIZE, SLEEP

values = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=3, max_size=60)


def t_of(differences: list[float]) -> PairedTest:
    run = np.array(differences, np.float64)
    return paired_t(np.zeros(run.size), run)


def test_paired_t_by_hand() -> None:
    """Differences 1, 2, 3: mean 2, standard deviation 1, so t = 2 sqrt(3) on two degrees."""
    result = t_of([1, 2, 3])
    assert result.statistic == pytest.approx(2 * math.sqrt(3))
    # On two degrees of freedom P(|T| > t) = 1 - t / sqrt(2 + t^2).
    assert result.p_value == pytest.approx(1 - 2 * math.sqrt(3) / math.sqrt(14))
    assert (result.n, result.mean_difference) == (3, 2)


def test_paired_t_of_students_sleep() -> None:
    """As R prints it: t 4.0621 on 9 degrees, p .002833, 0.7001142 to 2.4598858."""
    answer = paired_t(*SLEEP)
    assert answer.statistic == pytest.approx(4.0621, abs=5e-5)
    assert answer.p_value == pytest.approx(0.002833, abs=5e-7)
    assert answer.interval == pytest.approx((0.7001142, 2.4598858), abs=5e-8)


def test_paired_t_of_darwins_maize() -> None:
    """Fisher, The Design of Experiments, section 17: t 2.148, just beyond the 5% point."""
    answer = paired_t(*MAIZE)
    assert answer.statistic == pytest.approx(2.148, abs=5e-4)
    assert answer.p_value == pytest.approx(0.0497, abs=5e-5)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.999])
def test_paired_t_interval_has_the_confidence_asked_for(confidence: float) -> None:
    expected = stats.ttest_rel(SLEEP[1], SLEEP[0]).confidence_interval(confidence)
    answer = paired_t(*SLEEP, options=PairOptions(confidence=confidence))
    assert answer.interval == pytest.approx((expected.low, expected.high))
    assert answer.confidence == confidence


def test_paired_t_interval_by_hand() -> None:
    """The 97.5% point on two degrees is 4.302653."""
    interval = t_of([1, 2, 3]).interval
    assert interval == pytest.approx((2 - 4.302653 / math.sqrt(3), 2 + 4.302653 / math.sqrt(3)))


@given(values)
def test_paired_t_agrees_with_scipy(pairs: list[tuple[float, float]]) -> None:
    baseline, run = rounded(pairs)
    assume(np.ptp(run - baseline) > 1e-6)
    result = paired_t(baseline, run)
    expected = stats.ttest_1samp(paired_differences(baseline, run), 0.0)
    interval = expected.confidence_interval(0.95)
    assert (result.statistic, result.p_value) == (expected.statistic, expected.pvalue)
    assert result.interval == (interval.low, interval.high)


@pytest.mark.parametrize("shape", [(1, 9), (300, 3), (7, 200), (40, 54), (3, 1), (4, 0)])
def test_paired_t_tests_are_those_of_each_pair_to_the_last_bit(shape: tuple[int, int]) -> None:
    """In whatever order arrays lie in memory, in which sums would differ in their last bits."""
    rng = np.random.default_rng(7)
    baselines, runs = rng.random(shape), rng.random(shape)
    runs[::3] = baselines[::3] + 0.25  # the same everywhere
    each = [paired_t(*pair) for pair in zip(baselines, runs, strict=True)]
    assert paired_t_tests(baselines, runs) == each
    assert paired_t_tests(np.asfortranarray(baselines), np.asfortranarray(runs)) == each


def test_paired_t_tests_name_the_topic_of_a_value_that_is_no_number() -> None:
    runs = np.array([[0.1, 0.2, 0.3], [0.1, 0.2, math.nan]])
    with pytest.raises(ValueError, match="run's value of topic 2, counted from 0, is nan"):
        paired_t_tests(np.zeros((2, 3)), runs)


@pytest.mark.parametrize(("difference", "statistic"), [(0.5, math.inf), (-0.5, -math.inf)])
def test_paired_t_of_a_constant_difference_is_infinite(difference: float, statistic: float) -> None:
    expected = (statistic, 0.0, 3, difference, (difference, difference))
    assert t_of([difference] * 3)[:5] == expected


def test_paired_t_takes_rounding_errors_for_no_difference() -> None:
    """0.1 + 0.2 is not 0.3: taken as they are, these differ by the same amount, at p = 0."""
    result = paired_t(np.array([0.3, 0.3, 0.3]), np.array([0.1 + 0.2] * 3))
    assert (result.statistic, result.p_value) == (0.0, 1.0)


def rounded(
    pairs: list[tuple[float, float]],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    table = np.array(pairs, np.float64).round(6)
    return table[:, 0], table[:, 1]
