"""How long the queries of a campaign are, and what kind of answer they ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from annotation.figures.figure import Column, Figure
from annotation.figures.histograms import RANGE, histogram
from annotation.figures.sources import Ground
from regrade.text.answer_types import COARSE
from regrade.text.word_counts import count_words


def query_lengths(ground: Ground) -> Figure:
    n_words = np.array([count_words(query) for query in ground.topics.queries], dtype=np.int64)
    return Figure(
        "query-lengths",
        "Topics by length of the query",
        "words of the query",
        "topics",
        [*RANGE, *ground.group_columns],
        histogram([n_words[group.is_kept] for group in ground.groups]),
    )


def answer_types(ground: Ground) -> Figure:
    """The six coarse classes, whether or not there is a topic of them."""
    counts = _counts(ground, [one.coarse for one in ground.answer_types])
    return Figure(
        "answer-types",
        "Topics by type of the answer",
        "type of the answer",
        "topics",
        [Column("type", "names"), *ground.group_columns],
        [[name, *(count[name] for count in counts)] for name in COARSE],
    )


def fine_answer_types(ground: Ground) -> Figure:
    """The classes that there are topics of, in alphabetical order."""
    types = [(one.coarse, one.fine) for one in ground.answer_types]
    counts = _counts(ground, types)
    return Figure(
        "fine-answer-types",
        "Topics by fine type of the answer",
        "fine type of the answer",
        "topics",
        [Column("type", "names"), Column("fine", "names"), *ground.group_columns],
        [[*name, *(count[name] for count in counts)] for name in sorted(set(types))],
    )


def queries_one_by_one(ground: Ground) -> Figure:
    """What the figures of queries say of each, to be looked through."""
    _, query_ids, queries = ground.topics
    return Figure(
        "queries",
        "Queries one by one",
        "topic",
        "words of the query",
        [
            Column("query_id", "names"),
            Column("query", "beside"),
            Column("words", "counts"),
            *(Column(name, "beside") for name in ("type", "fine", "rule")),
        ],
        [
            [query_id, query, count_words(query), *found]
            for query_id, query, found in zip(query_ids, queries, ground.answer_types, strict=True)
        ],
    )


def _counts(ground: Ground, names: Sequence[object]) -> list[Counter[object]]:
    """How many topics of each group have which name."""
    return [
        Counter(names[place] for place in np.flatnonzero(group.is_kept).tolist())
        for group in ground.groups
    ]
