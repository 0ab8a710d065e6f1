"""How long the passages and queries of a campaign are, and which answers queries ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from annotation.figures.figure import RANGE, Cell, Column, Figure, histogram
from annotation.figures.sources import Ground
from regrade.text.answer_types import COARSE
from regrade.text.word_counts import count_words
from regrade.votes.packed import Places

BEYOND_ORDINALS = 2**32


class Lengths(NamedTuple):
    """Words of the passages of some pairs."""

    name: str
    labels: str | None
    n_words: Places


def passage_lengths(ground: Ground) -> Figure:
    groups = list(_groups(ground))
    return Figure(
        "passage-lengths",
        "Pairs by length of the passage",
        "words of the passage",
        "pairs",
        [*RANGE, *(Column(group.name, "counts", group.labels) for group in groups)],
        histogram([group.n_words for group in groups]),
    )


def passage_length_means(ground: Ground) -> Figure:
    return Figure(
        "passage-length-means",
        "Length of passages in short",
        "pairs",
        "words of the passage",
        [
            Column("pairs", "names"),
            Column("n", "beside"),
            *(Column(name, "counts") for name in ("least", "median", "mean", "most")),
        ],
        [[group.name, *_in_short(group.n_words)] for group in _groups(ground)],
    )


def _groups(ground: Ground) -> Iterator[Lengths]:
    """All pairs with a text, and those that each label set calls relevant and not relevant.

    A label counts for the pair of the campaign; one of a pair outside it is left aside.
    """
    words, pairs = ground.pair_words, ground.pairs
    has_text = words >= 0
    keys = _keys(pairs.topics, pairs.passages)
    yield Lengths("all", None, words[has_text])
    for one in ground.labels:
        known = _keys(one.topics, one.passages)
        relevant = np.isin(keys, known[one.is_relevant]) & has_text
        others = np.isin(keys, known[~one.is_relevant]) & has_text
        yield Lengths(f"{one.name}: relevant", one.name, words[relevant])
        yield Lengths(f"{one.name}: not relevant", one.name, words[others])


def _keys(topics: Places, passages: Places) -> Places:
    return topics * BEYOND_ORDINALS + passages


def _in_short(n_words: Places) -> list[Cell]:
    if not n_words.size:
        return [0, None, None, None, None]
    median, mean = float(np.median(n_words)), float(n_words.mean())
    return [n_words.size, int(n_words.min()), median, mean, int(n_words.max())]


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
