from __future__ import annotations

import pytest
from scipy import stats

from regrade.significance.paired.noncentral_t import noncentrality_interval


def test_noncentrality_interval_of_a_published_example() -> None:
    """Kelley, Journal of Statistical Software 20(8), 2007, and R's MBESS: t 2.83 on 126."""
    interval = noncentrality_interval(2.83, 126, 0.95)
    assert interval == pytest.approx((0.8337502, 4.815359), abs=1e-6)


@pytest.mark.parametrize(
    ("t", "degrees", "confidence"),
    [
        (-300.0, 2, 0.9),
        (-4.0621, 9, 0.999),
        (0.0, 1, 0.5),
        (1e-9, 6979, 0.9),
        (0.7, 1, 0.999),
        (30.0, 9, 0.5),
        (40.0, 6979, 0.999),
        (999.0, 2, 0.9),
        (999.0, 6979, 0.5),
    ],
)
def test_noncentrality_interval_leaves_half_of_the_rest_on_either_side(
    t: float, degrees: int, confidence: float
) -> None:
    tail, interval = (1 - confidence) / 2, noncentrality_interval(t, degrees, confidence)
    assert interval is not None
    low, high = interval
    assert stats.nct.sf(t, degrees, low) == pytest.approx(tail, abs=1e-9)
    assert stats.nct.cdf(t, degrees, high) == pytest.approx(tail, abs=1e-9)


@pytest.mark.parametrize("t", [1001.0, -1e9])
def test_noncentrality_interval_of_a_huge_t_is_none(t: float) -> None:
    assert noncentrality_interval(t, 9, 0.95) is None
