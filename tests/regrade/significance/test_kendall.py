from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from regrade.significance.rank_coefficients import tau_b

SCORES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=20)


def test_tau_b_by_hand() -> None:
    """Five pairs agree and one does not: (5 - 1) / 6."""
    assert tau_b(np.array([4.0, 3, 2, 1]), np.array([4.0, 2, 3, 1])) == pytest.approx(4 / 6)


def test_tau_b_takes_ties_out_of_each_side() -> None:
    """Five pairs agree, the sixth is tied in one ranking: 5 / sqrt(6 * 5)."""
    tied = tau_b(np.array([4.0, 3, 2, 1]), np.array([4.0, 3, 3, 1]))
    assert tied == pytest.approx(5 / np.sqrt(30))


@given(SCORES)
def test_tau_b_agrees_with_scipy(pairs: list[tuple[int, int]]) -> None:
    first, second = np.array(pairs, np.float64).T
    assume(np.ptp(first) > 0 and np.ptp(second) > 0)
    assert tau_b(first, second) == pytest.approx(stats.kendalltau(first, second).statistic)


@pytest.mark.parametrize("n", [1, 5])
def test_tau_b_of_nothing_but_ties_is_undefined(n: int) -> None:
    assert np.isnan(tau_b(np.zeros(n), np.arange(float(n))))


def test_tau_b_takes_many_rankings_at_once() -> None:
    first, second = np.random.default_rng(0).random((2, 7, 5))
    alone = [float(tau_b(*rows)) for rows in zip(first, second, strict=True)]
    assert tau_b(first, second).tolist() == alone
