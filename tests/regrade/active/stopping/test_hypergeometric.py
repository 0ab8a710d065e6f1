from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import hypergeom

from regrade.active.stopping.hypergeometric import chm
from regrade.active.stopping.review import Review
from tests.regrade.active.stopping.reviews import drawn_review, part_of


def plain_p(review: Review, target: float) -> float:
    """The least p over every suffix; 0 where more would be missing than is unjudged."""
    labels = review.is_relevant[::-1].astype(int)
    if not labels.size:
        return 1.0
    seen, sizes, found = labels.cumsum(), np.arange(labels.size) + 1, labels.sum()
    population = review.n_passages - labels.size + sizes
    relevant = np.floor(found / target + 1 - (found - seen))
    p = hypergeom.cdf(seen, population, np.minimum(relevant, population), sizes)
    return float(np.where(relevant > population, 0.0, p).min())


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("target", [0.6, 0.95])
def test_p_and_stop_are_those_of_all_suffixes(seed: int, target: float) -> None:
    review = drawn_review(seed)
    parts = [part_of(review, n) for n in range(1, review.batches.size + 1)]
    p = [plain_p(part, target) for part in parts]
    found = [chm(part, target=target).value for part in parts]
    assert found == pytest.approx(p, abs=1e-12)
    low = (int(end) for end, each in zip(review.judged, p, strict=True) if each < 0.2)
    assert chm(review, target=target, confidence=0.8).at == next(low, None)


def test_p_is_0_where_the_target_cannot_be_missed() -> None:
    review = Review(np.ones(19, bool), np.array([19]), 19)
    assert chm(review, target=0.5)[:3] == ("chm", 19, 0.0)


def test_without_a_relevant_passage_p_is_that_of_missing_one() -> None:
    review = Review(np.zeros(60, bool), np.array([60]), 100)
    assert chm(review, target=0.9).value == pytest.approx(0.4)


def test_p_of_a_large_collection() -> None:
    is_relevant = np.zeros(5000, bool)
    is_relevant[np.random.default_rng(1).integers(0, 1500, 300)] = True
    review = Review(is_relevant, np.full(100, 50), 1_000_000)
    assert chm(review, target=0.5).value == pytest.approx(plain_p(review, 0.5), abs=1e-9)
    assert 0.1 < plain_p(review, 0.5) < 0.9
