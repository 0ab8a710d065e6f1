from __future__ import annotations

import numpy as np
import pytest

from regrade.active.stopping.review import Review, gain_curve

LABELS = np.array([True, False, True])


@pytest.mark.parametrize(
    ("batches", "n_passages", "named"),
    [([1, 1], 3, "2"), ([4, -1], 9, "-1"), ([1, 2], 2, "3")],
)
def test_a_review_refuses_counts_that_do_not_fit(
    batches: list[int], n_passages: int, named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        Review(LABELS, np.array(batches), n_passages)


def test_the_gain_curve_counts_after_each_passage() -> None:
    assert gain_curve(LABELS).tolist() == [0, 1, 1, 2]
    review = Review(LABELS, np.array([2, 0, 1]), 5)
    assert review.found.tolist() == [1, 1, 2]
