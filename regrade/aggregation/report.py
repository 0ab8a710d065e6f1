"""Counts of what each step of an aggregation removed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.aggregation.filters import seats_of
from regrade.votes.packed import PackedVotes, present

Flags = NDArray[np.bool_]
# Up to so many seats of assessors in topics, a flag for each is quicker than sorting votes.
FLAGGED = 2**26


class Step(NamedTuple):
    """Counts of what one step of an aggregation removed and kept.

    A judgment here is a recorded row, graded or not.
    """

    name: str
    n_assessor_topics_removed: int
    n_judgments_removed: int
    n_pairs_removed: int
    topics_removed: tuple[str, ...]  # sorted
    n_judgments: int
    n_pairs: int
    n_topics: int


class Remaining(NamedTuple):
    """Counts of what remains after a step."""

    n_judgments: int
    n_pairs: int
    n_assessor_topics: int
    is_topic_left: Flags  # shape (n_topics,)


def count_remaining(votes: PackedVotes, left: Flags) -> Remaining:
    """Count the remaining votes, with their pairs and topics."""
    is_pair_left = present(votes.pairs[left], votes.n_pairs)
    return Remaining(
        n_judgments=int(left.sum()),
        n_pairs=int(is_pair_left.sum()),
        n_assessor_topics=_n_distinct_seats(votes, left),
        is_topic_left=present(votes.pair_topics[is_pair_left], len(votes.topics)),
    )


def describe_step(name: str, before: Remaining, after: Remaining, topics: Sequence[str]) -> Step:
    """The step between two states."""
    gone = np.flatnonzero(before.is_topic_left & ~after.is_topic_left)
    return Step(
        name=name,
        n_assessor_topics_removed=before.n_assessor_topics - after.n_assessor_topics,
        n_judgments_removed=before.n_judgments - after.n_judgments,
        n_pairs_removed=before.n_pairs - after.n_pairs,
        topics_removed=tuple(sorted(topics[topic] for topic in gone.tolist())),
        n_judgments=after.n_judgments,
        n_pairs=after.n_pairs,
        n_topics=int(after.is_topic_left.sum()),
    )


def _n_distinct_seats(votes: PackedVotes, left: Flags) -> int:
    seats = seats_of(votes)[left]
    n_seats = len(votes.topics) * len(votes.assessors)
    if n_seats <= FLAGGED:
        return int(present(seats, n_seats).sum())
    return np.unique(seats).size
