from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from regrade.significance import PairOptions, sign_test
from tests.regrade.significance.textbook import MAIZE, from_zero


def test_sign_test_by_hand() -> None:
    """Three of four: 4 + 1 of 16 signings have at least three, and as many at most one."""
    answer = sign_test(*from_zero(1, 2, 3, -4))
    assert (answer.statistic, answer.p_value) == pytest.approx((3, 10 / 16))


def test_sign_test_of_darwins_maize() -> None:
    """13 of 15 crossed plants are higher: 2 (1 + 15 + 105) / 2^15."""
    answer = sign_test(*MAIZE)
    assert (answer.statistic, answer.p_value) == pytest.approx((13, 242 / 2**15))


def test_sign_test_leaves_out_topics_without_a_difference() -> None:
    with_zeros, without = sign_test(*from_zero(0, 0, 1, 2, -4)), sign_test(*from_zero(1, 2, -4))
    assert with_zeros.p_value == without.p_value
    assert (with_zeros.n, with_zeros.n_zero) == (5, 2)


def test_sign_test_of_a_constant_difference_has_all_signs_alike() -> None:
    assert sign_test(*from_zero(0.5, 0.5, 0.5)).p_value == pytest.approx(2 / 8)


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=80))
def test_sign_test_agrees_with_scipy(differences: list[int]) -> None:
    higher, other = sum(d > 0 for d in differences), sum(d != 0 for d in differences)
    expected = float(stats.binomtest(higher, other).pvalue) if other else 1.0
    assert sign_test(*from_zero(*differences)).p_value == pytest.approx(expected, rel=1e-12)


def test_the_medians_interval_runs_between_ordered_differences() -> None:
    """Of 15 values the 4th and 12th hold 96.48%, the 5th and 11th only 88.15%."""
    estimate = sign_test(*MAIZE).estimate
    assert estimate is not None
    assert (estimate.value, estimate.interval) == (3.0, (1.0, 6.125))
    assert estimate.coverage == pytest.approx(1 - 2 * (1 + 15 + 105 + 455) / 2**15)


def test_the_median_counts_topics_without_a_difference() -> None:
    estimate = sign_test(*from_zero(0, 0, 0, 5, 6)).estimate
    assert estimate is not None
    assert estimate.value == 0.0


@given(st.integers(2, 200), st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99]))
def test_the_medians_interval_holds_at_least_what_is_asked(n: int, confidence: float) -> None:
    options = PairOptions(confidence=confidence)
    estimate = sign_test(*from_zero(*range(n)), options=options).estimate
    assert estimate is not None
    if estimate.interval is None:
        assert 1 - 2 / 2**n < confidence
    else:
        assert estimate.coverage is not None
        low, high = (int(bound) for bound in estimate.interval)
        inside = sum(math.comb(n, k) for k in range(low + 1, high + 1)) / 2**n
        assert estimate.coverage == pytest.approx(inside)
        assert inside >= confidence - 1e-12


def test_five_topics_are_too_few_for_a_95_percent_interval_of_the_median() -> None:
    """The smallest and the largest of five hold 93.75%."""
    estimate = sign_test(*from_zero(1, 2, 3, 4, 5)).estimate
    assert estimate is not None
    assert (estimate.value, estimate.interval, estimate.coverage) == (3.0, None, None)
