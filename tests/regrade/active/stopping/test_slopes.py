from __future__ import annotations

import numpy as np
import pytest

from regrade.active.stopping.review import Review
from regrade.active.stopping.slopes import budget, knee, slope_ratios
from tests.regrade.active.stopping.reviews import drawn_review


def plain_ratio(review: Review, s: int) -> float:
    n, f = review.judged.tolist(), review.found.tolist()
    ratios = [
        (f[i] / n[i]) / ((1 + f[s] - f[i]) / (n[s] - n[i])) for i in range(s) if 0 < n[i] < n[s]
    ]
    return max(ratios, default=0.0)


@pytest.mark.parametrize("seed", range(20))
def test_ratios_and_stops_are_those_of_the_formulas(seed: int) -> None:
    review = drawn_review(seed)
    ratios = [plain_ratio(review, s) for s in range(review.judged.size)]
    assert slope_ratios(review) == pytest.approx(ratios)
    looks = list(zip(ratios, review.judged.tolist(), review.found.tolist(), strict=True))
    n = review.n_passages
    flat = (j for ratio, j, f in looks if ratio >= 156 - min(f, 150))
    spent = (j for ratio, j, f in looks if (ratio >= 6 and f and j >= 10 * n / f) or j >= 0.75 * n)
    assert knee(review).at == next(flat, None)
    assert budget(review).at == next(spent, None)


def test_the_knee_of_a_curve_that_becomes_flat() -> None:
    # 160 of the first 200 relevant, and none since: 0.8 / (1 / 50) = 40, then 0.8 / (1 / 100).
    is_relevant = np.repeat([True, False], [160, 240])
    stop = knee(Review(is_relevant, np.array([200, 50, 50, 100]), 9000))
    assert (stop.at, stop.bound) == (250, 6.0)
    assert stop.value == pytest.approx(160.0)


def test_the_budget_shows_how_many_passages_it_wants() -> None:
    is_relevant = np.repeat([True, False], [20, 60])
    flat = Review(is_relevant, np.array([20, 60]), 2000)
    assert budget(flat) == ("budget", None, 80.0, 1000.0, None, None)
    steep = Review(is_relevant, np.array([80]), 2000)
    assert budget(steep).bound == 1500
