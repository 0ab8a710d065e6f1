from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from regrade.significance.rank_coefficients import tau_ap_a, tau_ap_b
from tests.tiers import examples

# Printed with their coefficients by Urbano's and Marrero's package ircor.
TRUE = np.array([0.06, 0.2, 0.27, 0.37, 0.57, 0.63, 0.66, 0.9, 0.91, 0.94])
GUESS = np.array([0.37, 0.06, 0.2, 0.27, 0.57, 0.66, 0.63, 0.91, 0.9, 0.94])


def fifths(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.round(scores * 5) / 5)


def by_definition(reference: NDArray[np.float64], order: list[int]) -> float:
    """tau_AP of Yilmaz and others, of items in the estimated order, best first."""
    total = 0.0
    for i in range(1, len(order)):
        total += sum(reference[above] > reference[order[i]] for above in order[:i]) / i
    return 2.0 * total / (len(order) - 1) - 1.0


def test_tau_ap_by_hand() -> None:
    """Order b, a, c of true a, b, c: rank 2 has 0 of 1 right above it, rank 3 has 2 of 2."""
    value = tau_ap_a(np.array([3.0, 2.0, 1.0]), np.array([2.0, 3.0, 1.0]))
    assert value == pytest.approx(2 / 2 * (0 / 1 + 2 / 2) - 1)


def test_tau_ap_minds_errors_at_the_top_most() -> None:
    true = np.array([4.0, 3, 2, 1])
    top, bottom = tau_ap_a(true, np.array([3.0, 4, 2, 1])), tau_ap_a(true, np.array([4.0, 3, 1, 2]))
    assert float(top) == pytest.approx(1 / 3)
    assert float(bottom) == pytest.approx(7 / 9)


def test_tau_ap_a_has_the_published_values() -> None:
    assert tau_ap_a(TRUE, GUESS) == pytest.approx(0.7491182, abs=5e-8)
    assert tau_ap_a(TRUE, fifths(GUESS)) == pytest.approx(0.6074515, abs=5e-8)


def test_tau_ap_b_has_the_published_value() -> None:
    assert tau_ap_b(fifths(TRUE), fifths(GUESS)) == pytest.approx(0.6269841, abs=5e-8)


@examples(40)
@given(st.lists(st.integers(0, 2), min_size=2, max_size=6), st.integers(0, 100))
def test_tau_ap_a_is_the_mean_over_all_ways_to_break_ties(grades: list[int], seed: int) -> None:
    """Every order of all items that keeps the estimate's groups in their order, counted alike."""
    estimate = np.array(grades, np.float64)
    reference = np.random.default_rng(seed).permutation(float(len(grades)) + np.arange(len(grades)))
    orders = [
        list(order)
        for order in itertools.permutations(range(len(grades)))
        if all(estimate[a] >= estimate[b] for a, b in itertools.pairwise(order))
    ]
    expected = np.mean([by_definition(reference, order) for order in orders])
    assert tau_ap_a(reference, estimate) == pytest.approx(expected)


def test_tau_ap_a_breaks_ties_of_the_reference_too() -> None:
    estimate = np.array([3.0, 2.0, 1.0])
    broken = [np.array([2.0, 3.0, 1.0]), np.array([3.0, 2.0, 1.0])]
    expected = np.mean([tau_ap_a(reference, estimate) for reference in broken])
    assert tau_ap_a(np.array([2.0, 2.0, 1.0]), estimate) == pytest.approx(expected)


def test_tau_ap_b_by_hand() -> None:
    """a over b = c in one, a over b over c in the other.

    Below one's first group: b and c have a above them in both, 2 / 2 * (1 + 1) - 1 = 1. Below
    the other's: b has a, 1 of 1; c has a and b, of which one ties b: 1 of 2, so 1.5 - 1 = 0.5.
    """
    value = tau_ap_b(np.array([2.0, 1.0, 1.0]), np.array([3.0, 2.0, 1.0]))
    assert value == pytest.approx((1 + 0.5) / 2)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=9))
def test_tau_ap_b_is_symmetric(pairs: list[tuple[int, int]]) -> None:
    first, second = np.array(pairs, np.float64).T
    assert np.array_equal(tau_ap_b(first, second), tau_ap_b(second, first), equal_nan=True)


@given(st.integers(0, 1000), st.integers(2, 9))
def test_tau_ap_b_without_ties_is_the_mean_of_both_directions(seed: int, n: int) -> None:
    first, second = np.random.default_rng(seed).random((2, n))
    expected = (tau_ap_a(first, second) + tau_ap_a(second, first)) / 2
    assert tau_ap_b(first, second) == pytest.approx(expected)


def test_tau_ap_b_of_equal_rankings_is_one_with_ties_too() -> None:
    scores = np.array([3.0, 3.0, 1.0, 1.0, 0.0])
    assert tau_ap_b(scores, scores) == 1
    assert tau_ap_a(scores, scores) < 1


def test_tau_ap_of_opposite_rankings_is_minus_one() -> None:
    assert tau_ap_a(TRUE, -TRUE) == pytest.approx(-1)
    assert tau_ap_b(TRUE, -TRUE) == pytest.approx(-1)


def test_an_estimate_that_ties_all_is_neither_right_nor_wrong() -> None:
    assert tau_ap_a(TRUE, np.zeros(10)) == pytest.approx(0)
    assert np.isnan(tau_ap_b(TRUE, np.zeros(10)))


def test_tau_ap_of_one_item_is_undefined() -> None:
    assert np.isnan(tau_ap_a(np.ones(1), np.ones(1)))
    assert np.isnan(tau_ap_b(np.ones(1), np.ones(1)))


def test_tau_ap_takes_many_rankings_at_once() -> None:
    first, second = np.random.default_rng(0).integers(0, 4, (2, 7, 5)).astype(float)
    rows = list(zip(first, second, strict=True))
    assert tau_ap_a(first, second) == pytest.approx([float(tau_ap_a(*row)) for row in rows])
    assert tau_ap_b(first, second) == pytest.approx([float(tau_ap_b(*row)) for row in rows])
