from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.aggregation.votes import PairKey, Vote, group_by_pair
from regrade.agreement.counts import Counts
from regrade.agreement.scale import Scale, ascending, places_on

Votes = NDArray[np.float64]  # shape (n_pairs, n_assessors): grades, NaN where there is no vote


class VoteTable(NamedTuple):
    """Votes with a row for each pair and a column for each assessor."""

    pairs: list[PairKey]  # in order of first appearance
    assessors: list[str]  # in alphabetical order
    votes: Votes
    topics: NDArray[np.int64]  # shape (n_pairs,): the pair's topic, numbered by first appearance


def tabulate(votes: Iterable[Vote]) -> VoteTable:
    """Votes as a table; a not-judged row leaves its cell empty.

    Raises:
        ValueError: an assessor votes twice on a pair.
    """
    by_pair = group_by_pair(votes)
    assessors = sorted({vote.assessor for cast in by_pair.values() for vote in cast})
    column = {assessor: place for place, assessor in enumerate(assessors)}
    table = np.full((len(by_pair), len(assessors)), np.nan)
    for row, cast in enumerate(by_pair.values()):
        for vote in cast:
            if vote.grade is not None:
                table[row, column[vote.assessor]] = vote.grade
    number: dict[str, int] = {}
    topics = [number.setdefault(topic, len(number)) for topic, _ in by_pair]
    return VoteTable(list(by_pair), assessors, table, np.array(topics, dtype=np.int64))


def at_threshold(votes: Votes, threshold: int) -> Votes:
    """Binary votes: 1 where a grade reaches the threshold, else 0; missing votes stay missing."""
    return np.where(np.isnan(votes), np.nan, votes >= threshold)


def count_votes(votes: Votes, scale: Scale) -> Counts:
    """How often each pair got each grade of the scale; a missing vote counts nowhere.

    Raises:
        ValueError: a grade is not on the scale.
    """
    grades = ascending(scale)
    rows, columns = np.nonzero(~np.isnan(votes))
    cells = rows * grades.size + places_on(grades, votes[rows, columns])
    counted = np.bincount(cells, minlength=len(votes) * grades.size)
    return counted.reshape(len(votes), grades.size).astype(np.int64)
