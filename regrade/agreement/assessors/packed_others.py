"""Each vote beside the others of its pair, where votes are columns and no table holds them all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.assessors.columns import Middles
from regrade.agreement.counting.scale import Grades, places_on
from regrade.votes.packed import PackedVotes


def middles_of_others(votes: PackedVotes) -> Middles:
    """For each vote the middle of the other votes on its pair.

    Args:
        votes: all with a grade.

    Returns:
        Two of shape (n_votes,); NaN where there is no other.
    """
    order = np.lexsort((votes.grades, votes.pairs))
    sizes = np.bincount(votes.pairs, minlength=votes.n_pairs)[votes.pairs[order]]
    pairs, starts = np.unique(votes.pairs[order], return_index=True)
    first = np.zeros(votes.n_pairs, dtype=np.int64)
    first[pairs] = starts
    begins = first[votes.pairs[order]]
    own = np.arange(order.size) - begins  # place among the pair's votes
    has_others, ordered = sizes >= 2, votes.grades[order]
    middles = Middles(np.full(order.size, np.nan), np.full(order.size, np.nan))
    places = (sizes - 2) // 2, (sizes - 1) // 2  # the middle of the others
    for middle, at in zip(middles, places, strict=True):
        middle[order[has_others]] = ordered[(begins + at + (at >= own))[has_others]]
    return middles


def confusion_with_others(votes: PackedVotes, scale: Grades) -> NDArray[np.float64]:
    """How often each assessor's grade (row) came with the middle of the others (column).

    Args:
        votes: all with a grade.
        scale: the grades that could be given, ascending.

    Returns:
        Shape (n_assessors, n_grades, n_grades). Of two middle grades each counts by half.

    Raises:
        ValueError: a grade is not on the scale.
    """
    shape = len(votes.assessors), scale.size, scale.size
    tables = np.zeros(shape)
    for middle in middles_of_others(votes):
        is_compared = ~np.isnan(middle)
        own = places_on(scale, votes.grades[is_compared])
        other = places_on(scale, middle[is_compared])
        np.add.at(tables, (votes.voters[is_compared], own, other), 0.5)
    return tables
