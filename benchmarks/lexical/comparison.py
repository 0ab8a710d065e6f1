"""Compare two sets of rankings row by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

import numpy as np

from benchmarks.lexical.anserini import Hit, Rankings
from tests.regrade.bm25.golden_files import printed


class Difference(NamedTuple):
    """Numbers of topics and rows, and of differing rows; `first` describes the first of these."""

    n_topics: int
    n_rows: int
    n_order: int
    n_score: int
    first: str = ""


def compare(ours: Rankings, theirs: Rankings) -> Difference:
    """Count ranks with different passages (order) and with different scores (score)."""
    topics = [*theirs, *(topic for topic in ours if topic not in theirs)]
    n_rows = n_order = n_score = 0
    first = ""
    for topic in topics:
        pairs = zip_longest(ours.get(topic, []), theirs.get(topic, []))
        for rank, (mine, other) in enumerate(pairs, start=1):
            n_rows += 1
            is_moved = mine is None or other is None or mine.doc_id != other.doc_id
            is_rescored = mine is None or other is None or mine.score != other.score
            n_order += is_moved
            n_score += is_rescored
            if (is_moved or is_rescored) and not first:
                first = f"topic {topic}, rank {rank}: {mine} and {other}"
    return Difference(len(topics), n_rows, n_order, n_score, first)


def same_but_for_ties(ours: Sequence[Hit], theirs: Sequence[Hit]) -> bool:
    """Whether scores agree rank by rank, and passages within each group of ties except the last.

    The cutoff may fall inside the last group, so the two may hold different passages of it.
    """
    groups = zip_longest(_by_score(ours), _by_score(theirs))
    checked = list(groups)
    if any(mine is None or other is None for mine, other in checked):
        return False
    whole = all(mine == other for mine, other in checked[:-1])
    return whole and all(
        mine[0] == other[0] and len(mine[1]) == len(other[1]) for mine, other in checked[-1:]
    )


def in_full(score: np.float32) -> str:
    """The shortest decimal that reads back to the same float, in one format for all tools."""
    return repr(float(np.float32(score)))


def rewritten(rankings: Rankings) -> Rankings:
    """Rankings with another tool's full scores in the format of `in_full`."""
    return {
        topic: [Hit(hit.doc_id, in_full(np.float32(hit.score))) for hit in hits]
        for topic, hits in rankings.items()
    }


def to_six(hits: Iterable[Hit]) -> list[Hit]:
    """Round full scores to six decimals."""
    return [Hit(hit.doc_id, printed(float(hit.score))) for hit in hits]


def _by_score(hits: Iterable[Hit]) -> list[tuple[str, set[str]]]:
    grouped = groupby(hits, key=lambda hit: hit.score)
    return [(score, {hit.doc_id for hit in members}) for score, members in grouped]
