from __future__ import annotations

import numpy as np
import pytest

from regrade.measures.packing import SubtopicLines, pack_labels, pack_subtopics

LINES = [  # topic, passage, subtopic, relevance, place of the docid
    (1, 7, 0, 1, 3),
    (0, 9, 1, 0, 5),
    (0, 4, 1, 2, 8),
    (0, 9, 0, -1, 5),
]


def packed(lines: list[tuple[int, int, int, int, int]]) -> SubtopicLines:
    return SubtopicLines(*np.array(lines, np.int64).T)


def test_pack_subtopics_sorts_lines_and_keeps_the_highest_relevance() -> None:
    judged = pack_subtopics(packed(LINES), n_topics=3)
    assert judged.starts.tolist() == [0, 2, 3, 3]
    assert judged.passages.tolist() == [4, 9, 7]
    assert judged.relevances.tolist() == [2, 0, 1]
    assert judged.max_relevance == 2


def test_pack_subtopics_numbers_subtopics_over_all_topics() -> None:
    subtopics = pack_subtopics(packed(LINES), n_topics=2).subtopics
    assert subtopics is not None
    assert subtopics.labels.tolist() == [0, 1, 1, 2]
    assert subtopics.subtopics.tolist() == [1, 0, 1, 2]
    assert subtopics.relevances.tolist() == [2, -1, 0, 1]
    assert subtopics.tie_order.tolist() == [8, 5, 3]


def test_pack_subtopics_of_a_line_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="judged twice for the same subtopic"):
        pack_subtopics(packed([*LINES, (0, 4, 1, 0, 8)]), n_topics=2)


def test_pack_subtopics_of_nothing_has_topics_without_labels() -> None:
    lines = SubtopicLines(*(np.empty(0, np.int64) for _ in range(5)))
    assert pack_subtopics(lines, n_topics=2).starts.tolist() == [0, 0, 0]


def test_pack_labels_of_whole_numbers_has_no_preferences() -> None:
    judged = pack_labels({"q": {"a": 2, "b": -1}, "r": {}})
    assert judged.relevances.tolist() == [2, -1]
    assert judged.preferences is None
    assert judged.max_relevance == 2


def test_pack_labels_of_fractions_keeps_them_as_preferences() -> None:
    judged = pack_labels({"q": {"a": 1.5, "b": -0.5}})
    assert judged.relevances.tolist() == [1, -1]
    assert judged.preferences is not None
    assert judged.preferences.tolist() == [1.5, -0.5]


def test_pack_labels_of_huge_degrees_keeps_their_sign_and_order() -> None:
    judged = pack_labels({"q": {"a": 1e300, "b": -1e300, "c": 2.0**60 + 2.0**20, "d": 3}})
    assert judged.relevances.tolist() == [2**53, -(2**53), 2**53, 3]
    assert judged.preferences is not None
    assert judged.preferences.tolist() == [1e300, -1e300, 2.0**60 + 2.0**20, 3.0]


def test_pack_labels_by_subtopic_breaks_ties_by_docid() -> None:
    judged = pack_labels({"q": {"b": {"1": 1}, "a": {"1": 1}, "é": {"2": 0}}})
    assert judged.subtopics is not None
    assert judged.subtopics.tie_order.tolist() == [1, 0, 2]


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ({"a": float("nan")}, "relevance nan of passage a in topic q"),
        ({"a": {"1": 0.5}}, "relevance 0.5 of passage a in topic q"),
        ({"a": {"1": 1}, "b": 1}, "passage b in topic q"),
        ({"a": {"1": 1}, "b": {}}, "passage b in topic q"),
    ],
)
def test_pack_labels_of_bad_labels_says_which(labels: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pack_labels({"q": labels})
