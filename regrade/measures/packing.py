"""Labels from dictionaries and from plain columns, packed for the measures."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

import numpy as np

from regrade.given import explained
from regrade.ids import by_id_text
from regrade.measures.labels import Floats, Ints, JudgedTopics, SubtopicLabels
from regrade.measures.topics import checked_topics

Grade = float | Mapping[str, int]
Qrels = Mapping[str, Mapping[str, Grade]]

NUMBERS = (int, float, np.integer, np.floating)
MOST_WHOLE = 2.0**53  # doubles above cannot represent every integer


@explained
def pack_labels(
    qrels: Qrels, *, min_relevance: int = 1, max_relevance: int | None = None
) -> JudgedTopics:
    """Labels given as dictionaries, the passages of each topic numbered in their order there.

    Args:
        qrels: by query id and doc_id, either a relevance, or a degree of preference, which may be
            a fraction, or for diversity measures a relevance by subtopic. Whole numbers as ids
            stand for their decimal text.
        min_relevance: lowest relevance that binary measures call relevant.
        max_relevance: top of the scale; by default the highest relevance in the labels.

    Raises:
        ValueError: an id of another type, a relevance that is no number, a fraction under a
            subtopic, or some labels by subtopic and some not.
    """
    topics = checked_topics(qrels, "labels")
    return pack(topics, min_relevance=min_relevance, max_relevance=max_relevance)


def pack(qrels: Qrels, *, min_relevance: int, max_relevance: int | None) -> JudgedTopics:
    """`pack_labels` of labels whose ids were checked."""
    topics = np.repeat(np.arange(len(qrels)), [len(labels) for labels in qrels.values()])
    starts = np.searchsorted(topics, np.arange(len(qrels) + 1))
    passages = np.arange(topics.size) - starts[topics]
    grades = [grade for labels in qrels.values() for grade in labels.values()]
    types = set(map(type, grades))
    if any(issubclass(kind, Mapping) for kind in types):
        return _by_subtopic(qrels, topics, passages, min_relevance, max_relevance)
    if not all(issubclass(kind, NUMBERS) for kind in types):
        _refuse_what_is_no_number(qrels)
    values = np.array(grades, np.float64)
    if not np.isfinite(values).all():
        _refuse_what_is_no_number(qrels)
    relevances = round_down(values)
    preferences = values if (values != relevances).any() else None
    top = int(relevances.max(initial=0)) if max_relevance is None else max_relevance
    return JudgedTopics(starts, passages, relevances, min_relevance, top, None, preferences)


def round_down(values: Floats) -> Ints:
    """Degrees of preference as whole numbers; those too large for one end at 2^53."""
    return np.floor(np.clip(values, -MOST_WHOLE, MOST_WHOLE)).astype(np.int64)


class SubtopicLines(NamedTuple):
    """Lines of a diversity qrels file in any order: parallel arrays of whole numbers.

    Attributes:
        topics: shape (n_lines,). The topic's index among the topics, from 0.
        passages: shape (n_lines,). From 0, numbered as in the rankings.
        subtopics: shape (n_lines,). From 0, within the topic.
        relevances: shape (n_lines,).
        tie_order: shape (n_lines,). One number for each topic and passage. Of passages equally
            good, an ideal ranking takes the one with the highest first; where this is the place
            of the doc_id in ascending order, the answer is ndeval's.
    """

    topics: Ints
    passages: Ints
    subtopics: Ints
    relevances: Ints
    tie_order: Ints


@explained
def pack_subtopics(
    lines: SubtopicLines,
    *,
    n_topics: int,
    min_relevance: int = 1,
    max_relevance: int | None = None,
) -> JudgedTopics:
    """Labels by subtopic from the lines of a diversity qrels file.

    Raises:
        ValueError: a topic, subtopic and passage that appears twice.
    """
    order = np.lexsort((lines.subtopics, lines.passages, lines.topics))
    topics, passages, subtopics, relevances, ties = (column[order] for column in lines)
    is_new = _differ(topics) | _differ(passages)
    if not (is_new | _differ(subtopics)).all():
        raise ValueError("a passage is judged twice for the same subtopic of a topic")
    firsts = np.flatnonzero(is_new)
    keys = topics * (subtopics.max(initial=0) + 1) + subtopics
    numbers = np.unique(keys, return_inverse=True)[1]
    by_subtopic = SubtopicLabels(np.cumsum(is_new) - 1, numbers, relevances, ties[firsts])
    starts = np.searchsorted(topics[firsts], np.arange(n_topics + 1))
    highest = np.maximum.reduceat(relevances, firsts) if firsts.size else relevances
    top = int(relevances.max(initial=0)) if max_relevance is None else max_relevance
    return JudgedTopics(starts, passages[firsts], highest, min_relevance, top, by_subtopic)


def _differ(column: Ints) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether each element differs from the one before it; the first does."""
    return np.concatenate(([True], column[1:] != column[:-1]))[: column.size]


def _by_subtopic(
    qrels: Qrels, topics: Ints, passages: Ints, min_relevance: int, max_relevance: int | None
) -> JudgedTopics:
    cells = [
        (label, subtopic, _whole(relevance, doc_id, query_id))
        for label, (grade, doc_id, query_id) in enumerate(_cells(qrels))
        for subtopic, relevance in _subtopics(grade, doc_id, query_id).items()
    ]
    names = {name: i for i, name in enumerate(sorted({subtopic for _, subtopic, _ in cells}))}
    columns = [(label, names[subtopic], relevance) for label, subtopic, relevance in cells]
    labels, subtopics, relevances = np.array(columns, np.int64).reshape(-1, 3).T
    doc_ids = list(chain.from_iterable(qrels.values()))
    ties = np.empty(len(doc_ids), np.int64)
    ties[sorted(range(len(doc_ids)), key=doc_ids.__getitem__)] = np.arange(len(doc_ids))
    lines = SubtopicLines(topics[labels], passages[labels], subtopics, relevances, ties[labels])
    return pack_subtopics(
        lines, n_topics=len(qrels), min_relevance=min_relevance, max_relevance=max_relevance
    )


def _cells(qrels: Qrels) -> Iterator[tuple[Grade, str, str]]:
    for query_id, labels in qrels.items():
        for doc_id, grade in labels.items():
            yield grade, doc_id, query_id


def _subtopics(grade: Grade, doc_id: str, query_id: str) -> Mapping[str, int]:
    if isinstance(grade, Mapping) and grade:
        return by_id_text(grade, "subtopic")
    raise ValueError(
        f"passage {doc_id} in topic {query_id} is judged for no subtopic, while others are"
    )


def _refuse_what_is_no_number(qrels: Qrels) -> None:
    for cell in _cells(qrels):
        _number(*cell)


def _number(grade: Grade, doc_id: str, query_id: str) -> float:
    if not isinstance(grade, NUMBERS) or not math.isfinite(grade):
        raise ValueError(f"relevance {grade} of passage {doc_id} in topic {query_id} is no number")
    return float(grade)


def _whole(relevance: float, doc_id: str, query_id: str) -> int:
    if _number(relevance, doc_id, query_id) != int(relevance):
        raise ValueError(
            f"relevance {relevance} of passage {doc_id} in topic {query_id} is not a whole number"
        )
    return int(relevance)
