from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from regrade.significance.maxima import (
    baseline_tail,
    critical_value,
    range_tail,
    studentized,
)


@pytest.mark.parametrize(("k", "df"), [(2, 1), (3, 2), (3, 8), (5, 20), (50, 4851)])
def test_range_tail_agrees_with_scipy(k: int, df: int) -> None:
    x = np.array([0.1, 1.0, 3.0, 5.0, 8.0, 30.0])
    expected = stats.studentized_range.sf(x, k, df)
    assert studentized(range_tail(k), df)(x) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("k", "df", "expected"), [(3, 10, 3.88), (4, 15, 4.08), (5, 20, 4.23), (10, 60, 4.65)]
)
def test_critical_ranges_are_those_of_the_tables(k: int, df: int, expected: float) -> None:
    """Upper 5% points of the studentized range: Harter, Annals of Math. Statistics 31(4), 1960."""
    critical = critical_value(studentized(range_tail(k), df), 0.95)
    assert critical == pytest.approx(expected, abs=0.005)


@pytest.mark.parametrize(
    ("k", "df", "expected"),
    [(1, 10, 2.23), (2, 10, 2.57), (3, 10, 2.76), (2, 20, 2.38), (4, 20, 2.65), (5, 20, 2.73)],
)
def test_critical_t_against_a_baseline_are_those_of_the_tables(
    k: int, df: int, expected: float
) -> None:
    """Two-sided 5% points: Dunnett, Biometrics 20(3), 1964."""
    critical = critical_value(studentized(baseline_tail(k), df), 0.95)
    assert critical == pytest.approx(expected, abs=0.006)


@pytest.mark.parametrize("df", [1, 3, 40])
def test_one_comparison_has_students_t(df: int) -> None:
    t = np.array([0.3, 2.0, 7.0, 200.0])
    expected = pytest.approx(2.0 * stats.t.sf(t, df), abs=1e-9)
    assert studentized(baseline_tail(1), df)(t) == expected
    assert studentized(range_tail(2), df)(math.sqrt(2.0) * t) == expected


def test_baseline_tail_agrees_with_the_multivariate_t() -> None:
    shape = np.full((4, 4), 0.5) + 0.5 * np.eye(4)
    t = stats.multivariate_t(np.zeros(4), shape, df=12)
    inside = t.cdf([2.0] * 4, lower_limit=[-2.0] * 4, random_state=np.random.default_rng(0))
    ours = studentized(baseline_tail(4), 12)(np.array([2.0]))
    assert ours == pytest.approx(1.0 - inside, abs=1e-4)


def test_tails_begin_at_one_and_end_at_zero() -> None:
    ends = studentized(range_tail(5), 7)(np.array([0.0, np.inf]))
    assert ends.tolist() == [1.0, 0.0]
