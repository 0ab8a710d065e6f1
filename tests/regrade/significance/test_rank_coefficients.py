from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from regrade.significance.rank_coefficients import spearman, tau_b

SCORES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=20)


class Coefficient(NamedTuple):
    ours: Callable[..., Any]
    scipys: Callable[..., Any]
    by_hand: float
    """Of 4, 3, 2, 1 and 4, 2, 3, 1."""


COEFFICIENTS = [
    # Five pairs agree and one does not: (5 - 1) / 6.
    Coefficient(tau_b, stats.kendalltau, 4 / 6),
    # Squared differences of ranks 0, 1, 1, 0: 1 - 6 * 2 / (4 * 15).
    Coefficient(spearman, stats.spearmanr, 0.8),
]
each = pytest.mark.parametrize("coefficient", COEFFICIENTS, ids=["tau-b", "spearman"])


@each
def test_a_coefficient_by_hand(coefficient: Coefficient) -> None:
    found = coefficient.ours(np.array([4.0, 3, 2, 1]), np.array([4.0, 2, 3, 1]))
    assert found == pytest.approx(coefficient.by_hand)


def test_tau_b_takes_ties_out_of_each_side() -> None:
    """Five pairs agree, the sixth is tied in one ranking: 5 / sqrt(6 * 5)."""
    tied = tau_b(np.array([4.0, 3, 2, 1]), np.array([4.0, 3, 3, 1]))
    assert tied == pytest.approx(5 / np.sqrt(30))


@each
@given(pairs=SCORES)
def test_a_coefficient_agrees_with_scipy(
    coefficient: Coefficient, pairs: list[tuple[int, int]]
) -> None:
    first, second = np.array(pairs, np.float64).T
    assume(np.ptp(first) > 0 and np.ptp(second) > 0)
    expected = coefficient.scipys(first, second).statistic
    assert coefficient.ours(first, second) == pytest.approx(expected)


@each
def test_a_coefficient_of_nothing_but_ties_is_undefined(coefficient: Coefficient) -> None:
    for n in (1, 5):
        assert np.isnan(coefficient.ours(np.zeros(n), np.arange(float(n))))


@each
def test_a_coefficient_takes_many_rankings_at_once(coefficient: Coefficient) -> None:
    first, second = np.random.default_rng(0).random((2, 7, 5))
    alone = [float(coefficient.ours(*rows)) for rows in zip(first, second, strict=True)]
    assert coefficient.ours(first, second) == pytest.approx(alone)
