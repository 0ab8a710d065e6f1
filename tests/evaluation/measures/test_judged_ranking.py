from __future__ import annotations

import numpy as np
import pytest

from evaluation.measures import JudgedRanking


def looked_up(ordinals: list[int], labels: dict[int, int]) -> JudgedRanking:
    return JudgedRanking.from_labels(
        np.array(ordinals, np.int32),
        np.array(list(labels), np.int32),
        np.array(list(labels.values()), np.int16),
        min_relevance=1,
        max_relevance=3,
    )


def test_from_labels_keeps_the_rank_order() -> None:
    seen = looked_up([30, 10, 20, 5], {20: 0, 5: -2, 30: 3})
    assert seen.relevance.tolist() == [3, 0, 0, -2]
    assert seen.is_judged.tolist() == [True, False, True, True]


def test_from_labels_keeps_every_label_of_the_topic() -> None:
    assert sorted(looked_up([1], {7: 2, 1: 3, 9: 0}).judged.tolist()) == [0, 2, 3]


def test_from_labels_of_an_empty_ranking_is_empty() -> None:
    assert looked_up([], {7: 2}).relevance.shape == (0,)


def test_from_labels_of_an_unlabelled_topic_is_unjudged() -> None:
    seen = looked_up([4, 2], {})
    assert seen.relevance.tolist() == [0, 0]
    assert not seen.is_judged.any()


def test_from_labels_whose_lengths_differ_is_refused() -> None:
    with pytest.raises(ValueError, match="2 labelled passages have 1 labels"):
        JudgedRanking.from_labels(
            np.array([1]), np.array([1, 2]), np.array([3]), min_relevance=1, max_relevance=3
        )
