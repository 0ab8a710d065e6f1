from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from scipy import stats

from regrade.significance.rank_coefficients import spearman
from tests.regrade.significance.test_kendall import SCORES


def test_spearman_by_hand() -> None:
    """Squared differences of ranks 0, 1, 1, 0: 1 - 6 * 2 / (4 * 15)."""
    assert spearman(np.array([4.0, 3, 2, 1]), np.array([4.0, 2, 3, 1])) == pytest.approx(0.8)


@given(SCORES)
def test_spearman_agrees_with_scipy(pairs: list[tuple[int, int]]) -> None:
    first, second = np.array(pairs, np.float64).T
    assume(np.ptp(first) > 0 and np.ptp(second) > 0)
    assert spearman(first, second) == pytest.approx(stats.spearmanr(first, second).statistic)


@pytest.mark.parametrize("n", [1, 5])
def test_spearman_of_nothing_but_ties_is_undefined(n: int) -> None:
    assert np.isnan(spearman(np.zeros(n), np.arange(float(n))))


def test_spearman_takes_many_rankings_at_once() -> None:
    first, second = np.random.default_rng(0).random((2, 7, 5))
    alone = [float(spearman(*rows)) for rows in zip(first, second, strict=True)]
    assert spearman(first, second) == pytest.approx(alone)
