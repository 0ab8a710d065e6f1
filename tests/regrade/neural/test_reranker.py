from __future__ import annotations

import numpy as np
import pytest

from regrade.neural.reranker import Candidates, PassageText, by_topic, pairs_of

ONE, TWO = PassageText("", "one"), PassageText("Title", "two")


def test_joined_puts_a_blank_between_title_and_text() -> None:
    assert (ONE.joined, TWO.joined) == ("one", "Title two")


def test_pairs_of_goes_topic_by_topic() -> None:
    topics = [Candidates("a", [ONE, TWO]), Candidates("b", []), Candidates("c", [TWO])]
    assert pairs_of(topics) == [("a", "one"), ("a", "Title two"), ("c", "Title two")]


def test_by_topic_gives_each_topic_its_own_across_parts() -> None:
    topics = [Candidates("a", [ONE, TWO]), Candidates("b", []), Candidates("c", [TWO])]
    parts = [np.array([1.0], np.float32), np.array([2.0, 3.0], np.float32)]
    assert [scores.tolist() for scores in by_topic(parts, topics)] == [[1, 2], [], [3]]


def test_by_topic_gives_scores_in_double_precision() -> None:
    found = by_topic([np.array([0.1], np.float32)], [Candidates("a", [ONE])])
    assert found[0].dtype == np.float64


def test_by_topic_of_topics_without_passages_is_an_empty_array_each() -> None:
    assert [len(scores) for scores in by_topic([], [Candidates("a", [])] * 2)] == [0, 0]


def test_by_topic_of_no_topics_is_empty() -> None:
    assert by_topic([], []) == []


@pytest.mark.parametrize("score", [np.nan, np.inf, -np.inf])
def test_by_topic_names_the_query_whose_score_is_not_a_number(score: float) -> None:
    topics = [Candidates("fine", [ONE]), Candidates("do fish grow", [ONE, TWO])]
    with pytest.raises(ValueError, match="not a finite number for query 'do fish grow'"):
        by_topic([np.array([1.0, 2.0, score])], topics)
