from __future__ import annotations

import numpy as np
import pytest

from regrade.active.stopping.fixed import batch_precision, half, rule_2399
from regrade.active.stopping.review import Review


def test_half_stops_at_the_first_batch_end_from_half_on() -> None:
    review = Review(np.zeros(6, bool), np.array([2, 3, 1]), 9)
    assert half(review) == ("half", 5, 6.0, 4.0, None, None)


def test_2399_counts_relevant_passages_more_than_once() -> None:
    is_relevant = np.repeat([True, False], [10, 2402])
    review = Review(is_relevant, np.array([2410, 1, 1]), 9000)
    assert rule_2399(review) == ("rule_2399", 2411, 2412.0, 2411.0, None, None)


def test_batch_precision_wants_each_of_the_last_batches_poor() -> None:
    is_relevant = np.array([0, 0, 1, 1, 0, 0, 0, 1], bool)
    review = Review(is_relevant, np.full(4, 2), 100)
    assert batch_precision(review)[:3] == ("batch_precision", 2, 0.5)
    assert batch_precision(review, precision=0.5, n_batches=2).at == 8
    assert batch_precision(review, n_batches=5).value is None
    with pytest.raises(ValueError, match="0"):
        batch_precision(review, n_batches=0)
