"""Each vote beside the others of its pair."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.assessors.columns import ColumnAgreement, compare_tables
from regrade.agreement.counting.confusion import confusion_matrices
from regrade.agreement.counting.scale import Scale, ascending, places_on
from regrade.agreement.counting.vote_table import Graded, Votes, graded_votes
from regrade.votes.packed import PackedVotes

Flags = NDArray[np.bool_]


def leave_one_out(votes: Votes | PackedVotes, scale: Scale) -> list[ColumnAgreement]:
    """Agreement of each assessor with the middle of the others.

    A pair with two middle grades counts by half for each: giving one of them is half a hit.

    Args:
        votes: shape (n_pairs, n_assessors), NaN where an assessor has no vote; or packed. A pair
            counts for an assessor who voted on it, as one of at least two.
        scale: the grades that could be given, ascending.

    Returns:
        One for each assessor, in the order of the columns.

    Raises:
        ValueError: a grade is not on the scale.
    """
    return compare_tables(confusion_with_others(graded_votes(votes), scale), scale)


def confusion_with_others(
    votes: Graded, scale: Scale, is_other: Flags | None = None
) -> NDArray[np.float64]:
    """How often each assessor's grade (row) came with the middle of the others (column).

    Args:
        scale: the grades that could be given, ascending.
        is_other: as `middles_of_others` has it.

    Returns:
        Shape (n_assessors, n_grades, n_grades). Of two middle grades each counts by half.

    Raises:
        ValueError: a grade is not on the scale.
    """
    places_on(ascending(scale), votes.grades)
    low, high = (
        confusion_matrices(votes.grades, middle, scale, votes.voters, votes.n_assessors)
        for middle in middles_of_others(votes, is_other)
    )
    return (low + high) / 2


def middles_of_others(
    votes: Graded, is_other: Flags | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each vote the middle of the other votes on its pair.

    The same twice where their number is odd, else two. Each counts by half, so that of two others
    who differ neither is preferred.

    Args:
        is_other: shape (n_assessors,). Whose votes count as those of others; None is everybody's.

    Returns:
        Two of shape (n_votes,); NaN where there is no other.
    """
    n_votes = votes.pairs.size
    counts = np.ones(n_votes, np.bool_) if is_other is None else is_other[votes.voters]
    others = np.flatnonzero(counts)
    order = others[np.lexsort((votes.grades[others], votes.pairs[others]))]
    sizes = np.bincount(votes.pairs[others], minlength=votes.n_pairs)
    begins = (np.cumsum(sizes) - sizes)[votes.pairs]
    own = np.full(n_votes, n_votes)  # place among the pair's others; beyond them for none of them
    own[order] = np.arange(order.size) - begins[order]
    n_others = sizes[votes.pairs] - counts
    has_others, ordered = n_others > 0, votes.grades[order]
    middles = np.full(n_votes, np.nan), np.full(n_votes, np.nan)
    for middle, at in zip(middles, ((n_others - 1) // 2, n_others // 2), strict=True):
        middle[has_others] = ordered[(begins + at + (at >= own))[has_others]]
    return middles
