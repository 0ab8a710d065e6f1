"""Counts of packed votes, without a Python loop over votes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.votes.packed import PackedVotes, Places


class Shares(NamedTuple):
    """Number of graded pairs by topic and assessor: parallel arrays, one entry per combination."""

    topics: Places
    assessors: Places
    n_votes: Places

    def of_topics(self, is_kept: NDArray[np.bool_]) -> Shares:
        """The shares in these topics only.

        Args:
            is_kept: shape (n_topics,).
        """
        kept = is_kept[self.topics]
        return Shares(self.topics[kept], self.assessors[kept], self.n_votes[kept])


def shares_of(votes: PackedVotes) -> Shares:
    """Numbers of graded pairs by topic and assessor, in this order, without zeros.

    Recorded rows without a grade do not count.
    """
    is_graded = ~np.isnan(votes.grades)
    n_assessors = max(1, len(votes.assessors))
    topics = votes.pair_topics[votes.pairs[is_graded]]
    seats, n_votes = np.unique(topics * n_assessors + votes.voters[is_graded], return_counts=True)
    return Shares(seats // n_assessors, seats % n_assessors, n_votes)


def grades_by_topic(votes: PackedVotes, scale: Sequence[int]) -> NDArray[np.int64]:
    """Counts of each grade in each topic.

    Args:
        votes: their topics count from 0 on.
        scale: the grades that could be given, ascending.

    Returns:
        Shape (n_topics, n_grades + 1), in the order of the scale; the last column counts rows
        that are not judged.

    Raises:
        ValueError: a grade is not on the scale.
    """
    values = np.array(scale, dtype=np.float64)
    is_graded = ~np.isnan(votes.grades)
    columns = np.searchsorted(values, votes.grades)
    columns[~is_graded] = values.size
    if stray := sorted(set(votes.grades[is_graded].tolist()) - set(values.tolist())):
        raise ValueError(f"grade {stray[0]:g} is not on the scale {list(scale)}")
    width = values.size + 1
    cells = votes.pair_topics[votes.pairs] * width + columns
    return np.bincount(cells, minlength=len(votes.topics) * width).reshape(-1, width)
