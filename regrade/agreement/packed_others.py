"""Each vote beside the others of its pair, where votes are columns and no table holds them all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.scale import Grades, places_on
from regrade.votes.packed import PackedVotes


def medians_of_others(votes: PackedVotes) -> NDArray[np.float64]:
    """For each vote the median of the other votes on its pair, possibly between two grades.

    Args:
        votes: all with a grade.

    Returns:
        Shape (n_votes,); NaN where there is no other.
    """
    order = np.lexsort((votes.grades, votes.pairs))
    sizes = np.bincount(votes.pairs, minlength=votes.n_pairs)[votes.pairs[order]]
    pairs, starts = np.unique(votes.pairs[order], return_index=True)
    first = np.zeros(votes.n_pairs, dtype=np.int64)
    first[pairs] = starts
    begins = first[votes.pairs[order]]
    own = np.arange(order.size) - begins  # place among the pair's votes
    has_others = sizes >= 2
    ordered, medians = votes.grades[order], np.full(order.size, np.nan)
    low, high = (sizes - 2) // 2, (sizes - 1) // 2  # the middle of the others
    middles = [ordered[(begins + at + (at >= own))[has_others]] for at in (low, high)]
    medians[order[has_others]] = (middles[0] + middles[1]) / 2
    return medians


def confusion_with_others(votes: PackedVotes, scale: Grades) -> NDArray[np.int64]:
    """How often each assessor's grade (row) came with a median of the others (column).

    Args:
        votes: all with a grade.
        scale: the grades that could be given, ascending. A median between two is rounded up.

    Returns:
        Shape (n_assessors, n_grades, n_grades).

    Raises:
        ValueError: a grade is not on the scale.
    """
    medians = medians_of_others(votes)
    is_compared = ~np.isnan(medians)
    own = places_on(scale, votes.grades[is_compared])
    other = np.searchsorted(scale, medians[is_compared])
    shape = len(votes.assessors), scale.size, scale.size
    cells = np.ravel_multi_index((votes.voters[is_compared], own, other), shape)
    return np.bincount(cells, minlength=int(np.prod(shape))).reshape(shape)
