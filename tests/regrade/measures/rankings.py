"""Judged rankings for tests, written as short as the case allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from regrade.measures import JudgedRankings, JudgedTopics, Rankings, judge, parse_measure


class Topic(NamedTuple):
    """One topic of a run: the relevance at each rank, None where unjudged, and what it missed."""

    relevances: tuple[int | None, ...]
    missed: tuple[int, ...] = ()


def topic(*relevances: int | None, missed: Sequence[int] = ()) -> Topic:
    return Topic(relevances, tuple(missed))


def rankings(*topics: Topic, min_relevance: int = 1, top: int = 4) -> JudgedRankings:
    """These topics, packed and judged; every topic numbers its passages from 0 by rank."""
    labels = [
        [(i, r) for i, r in enumerate([*t.relevances, *t.missed]) if r is not None] for t in topics
    ]
    flat = [label for of_topic in labels for label in of_topic]
    judged = JudgedTopics(
        starts=_starts([len(of_topic) for of_topic in labels]),
        passages=np.array([passage for passage, _ in flat], np.int64),
        relevances=np.array([relevance for _, relevance in flat], np.int64),
        min_relevance=min_relevance,
        max_relevance=top,
    )
    lengths = [len(t.relevances) for t in topics]
    retrieved = np.array([i for length in lengths for i in range(length)], np.int32)
    return judge(Rankings(_starts(lengths), retrieved), judged)


def ranking(
    *relevances: int | None, missed: Sequence[int] = (), min_relevance: int = 1, top: int = 4
) -> JudgedRankings:
    """A run of one topic."""
    return rankings(topic(*relevances, missed=missed), min_relevance=min_relevance, top=top)


def value(name: str, given: JudgedRankings) -> float:
    """The measure of that name on a run of one topic."""
    return float(parse_measure(name).score(given)[0])


def pack(
    qrels: Mapping[str, Mapping[str, int]],
    run: Mapping[str, Mapping[str, float]],
    *,
    min_relevance: int = 1,
    top: int = 4,
    depth: int | None = None,
) -> JudgedRankings:
    """Dictionaries by way of ordinals, as the product stores runs and label sets."""
    numbers: dict[str, int] = {}
    for doc_ids in (*qrels.values(), *run.values()):
        for doc_id in doc_ids:
            numbers.setdefault(doc_id, len(numbers))
    orders = [rank_order(run.get(query_id, {}))[:depth] for query_id in qrels]
    labels = [
        sorted((numbers[doc_id], relevance) for doc_id, relevance in of_topic.items())
        for of_topic in qrels.values()
    ]
    flat = np.array([label for of_topic in labels for label in of_topic], np.int64).reshape(-1, 2)
    judged = JudgedTopics(
        _starts([len(of_topic) for of_topic in labels]), flat[:, 0], flat[:, 1], min_relevance, top
    )
    retrieved = np.array([numbers[doc_id] for order in orders for doc_id in order], np.int32)
    return judge(Rankings(_starts([len(order) for order in orders]), retrieved), judged)


def rank_order(scores: Mapping[str, float]) -> list[str]:
    """Docids by score descending, ties by docid descending as UTF-8 bytes."""
    return sorted(scores, key=lambda doc_id: (scores[doc_id], doc_id.encode()), reverse=True)


def _starts(lengths: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
