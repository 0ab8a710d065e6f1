from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from evaluation.significance import PairedTest, wilcoxon


def wilcoxon_of(differences: list[float]) -> PairedTest:
    run = np.array(differences, np.float64)
    return wilcoxon(np.zeros(run.size), run)


def test_wilcoxon_by_hand() -> None:
    """Ranks 1, 2, 3 are positive, 4 negative: W = 4; 7 of 16 signings give at most 4, times 2."""
    result = wilcoxon_of([1, 2, 3, -4])
    assert result.statistic == 4
    assert result.p_value == pytest.approx(14 / 16)
    assert (result.n, result.mean_difference, result.interval) == (4, 0.5, None)


def test_wilcoxon_leaves_out_topics_without_a_difference() -> None:
    """Zeros would take ranks under Pratt; here W is that of the rest."""
    result = wilcoxon_of([0, 0, 1, 2, 3, -4])
    assert (result.statistic, result.n) == (4, 6)
    assert result.p_value == pytest.approx(14 / 16)


def test_wilcoxon_takes_differences_that_rounding_parts_for_ties() -> None:
    """0.6 - 0.4 < 0.2 in floating point, so that scipy ranks the two differences apart."""
    baseline, run = np.array([0.4, 0.4, 0.4, 0.2]), np.array([0.6, 0.2, 0.8, 0.2])
    assert len(set(np.abs(run - baseline)[:2])) == 2
    result = wilcoxon(baseline, run)
    assert result.statistic == 1.5
    assert result.p_value == wilcoxon_of([1, -1, 2, 0]).p_value


@settings(deadline=None)
@given(st.lists(st.integers(-20, 20), min_size=2, max_size=70))
def test_wilcoxon_agrees_with_scipy_where_nothing_is_rounded(differences: list[int]) -> None:
    assume(any(differences))
    expected = stats.wilcoxon(np.array(differences, np.float64), zero_method="wilcox")
    result = wilcoxon_of([float(difference) for difference in differences])
    assert (result.statistic, result.p_value) == (expected.statistic, expected.pvalue)


def test_wilcoxon_of_equal_vectors_is_one() -> None:
    assert wilcoxon_of([0, 0, 0])[:5] == (0.0, 1.0, 3, 0.0, None)


@pytest.mark.parametrize(("differences", "mean"), [([], None), ([0.5], 0.5)])
def test_wilcoxon_of_fewer_than_two_topics_has_no_p_value(
    differences: list[float], mean: float | None
) -> None:
    assert wilcoxon_of(differences)[:5] == (None, None, len(differences), mean, None)
