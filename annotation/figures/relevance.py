"""How many passages label sets call relevant, and which grades people gave, topic by topic."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from annotation.figures.figure import RANGE, Cell, Column, Figure, histogram
from annotation.figures.sources import Ground, Labels
from annotation.models import Grade
from regrade.votes.counts import grades_by_topic as count_grades
from regrade.votes.packed import Places


def topics_by_relevant(ground: Ground) -> Figure:
    """Each label set's topics; those it says nothing of are in none of its counts."""
    return Figure(
        "topics-by-relevant",
        "Topics by number of relevant passages",
        "relevant passages of the topic",
        "topics",
        [*RANGE, *_labels_columns(ground)],
        _by_relevant(ground, [group.is_kept for group in ground.groups[1:]]),
    )


def shared_topics_by_relevant(ground: Ground) -> Figure:
    """The topics that all the label sets say something of."""
    kept = [group.is_kept for group in ground.groups]
    shared = np.logical_and.reduce(kept)
    return Figure(
        "shared-topics-by-relevant",
        "Topics of all label sets by number of relevant passages",
        "relevant passages of the topic",
        "topics",
        [*RANGE, *_labels_columns(ground)],
        _by_relevant(ground, [shared for _ in ground.labels]),
    )


def relevant_by_topic(ground: Ground) -> Figure:
    """The topics of any of the label sets; a cell is empty where its set says nothing of one."""
    columns = [_n_relevant(ground, one).tolist() for one in ground.labels]
    kept = [group.is_kept.tolist() for group in ground.groups[1:]]
    _, query_ids, queries = ground.topics
    rows: list[list[Cell]] = [
        [
            query_id,
            queries[at],
            *(n[at] if known[at] else None for n, known in zip(columns, kept, strict=True)),
        ]
        for at, query_id in enumerate(query_ids)
        if any(known[at] for known in kept)
    ]
    return Figure(
        "relevant-by-topic",
        "Relevant passages of each topic",
        "topic",
        "relevant passages",
        [Column("query_id", "names"), Column("query", "beside"), *_labels_columns(ground)],
        rows,
    )


def grades_by_topic(ground: Ground) -> Figure:
    """Topics with an answer, the highest mean grade first and those without a grade last."""
    grades = list(ground.campaign.grades.order_by("value"))
    values = [grade.value for grade in grades]
    counts = count_grades(ground.votes, values)
    n_graded = counts[:, :-1].sum(axis=1)
    sums = counts[:, :-1] @ np.array(values, dtype=np.int64)
    means = np.divide(sums, n_graded, out=np.full(sums.size, -np.inf), where=n_graded > 0)
    _, query_ids, queries = ground.topics
    return Figure(
        "grades-by-topic",
        "Grades of each topic",
        "topic",
        "judgments",
        [
            Column("query_id", "names"),
            Column("query", "beside"),
            Column("mean grade", "beside"),
            *(Column(_grade_text(grade), "counts") for grade in grades),
            Column("not judged", "counts"),
        ],
        [
            [query_ids[at], queries[at], _finite(means[at]), *counts[at].tolist()]
            for at in np.argsort(-means, kind="stable").tolist()
            if counts[at].any()
        ],
    )


def _by_relevant(ground: Ground, kept: Sequence[NDArray[np.bool_]]) -> list[list[int]]:
    """A histogram of the topics that each label set keeps for it."""
    return histogram(
        [
            _n_relevant(ground, one)[is_kept]
            for one, is_kept in zip(ground.labels, kept, strict=True)
        ]
    )


def _n_relevant(ground: Ground, labels: Labels) -> Places:
    """Relevant passages of each topic, those outside the campaign's pool among them."""
    n_topics = len(ground.topics.query_ids)
    return np.bincount(labels.topics[labels.is_relevant], minlength=n_topics)


def _labels_columns(ground: Ground) -> list[Column]:
    return [Column(one.name, "counts", one.name) for one in ground.labels]


def _grade_text(grade: Grade) -> str:
    value = str(grade.value)
    return value if grade.name in ("", value) else f"{value} {grade.name}"


def _finite(number: float) -> float | None:
    return float(number) if np.isfinite(number) else None
