"""Negatives come from the run, and are never relevant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from regrade.training.judged import JudgedSource, JudgedTopic, Negatives, NoExamples
from tests.refusals import refused

RANKED = np.arange(10)
TOPICS = [
    JudgedTopic("first", {2: 3.0, 0: 1.0}, RANKED, {5: 0.5}),
    JudgedTopic("second", {4: 1.0}, RANKED[::-1]),
    JudgedTopic("unjudged", {}, RANKED),
]


def texts(ordinals: Sequence[int]) -> list[str]:
    return [f"passage {one}" for one in ordinals]


def drawn(negatives: Negatives, n_epochs: int = 60) -> dict[int, set[int]]:
    """All negatives that some epochs bring, by topic."""
    source = JudgedSource(TOPICS, texts, negatives)
    found: dict[int, set[int]] = {}
    for epoch in range(n_epochs):
        for row in range(len(source)):
            keys = source.keys(row, epoch)
            found.setdefault(keys.query, set()).update(keys.passages[1:])
    return found


def test_negatives_are_all_that_the_run_has_down_to_the_depth_but_relevant_ones() -> None:
    assert drawn(Negatives(2, 6)) == {0: {1, 3, 4, 5}, 1: {5, 6, 7, 8, 9}}


def test_passages_relevant_to_any_query_can_be_left_out() -> None:
    assert drawn(Negatives(2, 6, of_any_query=True)) == {0: {1, 3, 5}, 1: {5, 6, 7, 8, 9}}


def test_draws_follow_from_seed_epoch_and_row() -> None:
    rows = range(3)

    def keys(seed: int, epoch: int) -> list[object]:
        source = JudgedSource(TOPICS, texts, Negatives(4, 10, seed=seed))
        return [source.keys(row, epoch) for row in rows]

    assert keys(1, 0) == keys(1, 0)
    assert keys(1, 0) != keys(1, 1)
    assert keys(1, 0) != keys(2, 0)


def test_examples_have_texts_and_grades_relevant_one_first() -> None:
    source = JudgedSource(TOPICS, texts, Negatives(8, 10))
    example = source.examples([1], 0)[0]
    places = source.keys(1, 0).passages
    assert example.query == "first"
    assert example.passages == texts(places)
    assert places[0] == 2
    assert [*example.targets] == [3.0, *(0.5 if one == 5 else 0.0 for one in places[1:])]


def test_negatives_repeat_where_there_are_too_few() -> None:
    source = JudgedSource(TOPICS[:1], texts, Negatives(5, 3))
    assert source.keys(0, 0).passages == [0, 1, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("topics", "depth", "code"),
    [([], 10, "no_positives"), (TOPICS[2:], 10, "no_positives"), (TOPICS[:1], 1, "no_negatives")],
)
def test_nothing_to_train_on_says_why(topics: list[JudgedTopic], depth: int, code: str) -> None:
    with refused(NoExamples, code):
        JudgedSource(topics, texts, Negatives(1, depth))
