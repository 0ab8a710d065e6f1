from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.cohen import cohen_kappa
from regrade.agreement.scale import Grades, Scale, ascending, places_on
from regrade.agreement.vote_table import Votes

Column = NDArray[np.float64]  # shape (n_pairs,): grades, NaN where there is none


class ColumnAgreement(NamedTuple):
    """How far one column of grades agrees with another; None where that is not defined."""

    n_pairs: int  # that both graded
    percent_agreement: float | None
    mean_difference: float | None  # first minus second: above 0 where the first is more generous
    cohen_kappa: float | None
    cohen_kappa_linear: float | None
    cohen_kappa_quadratic: float | None


def compare_columns(first: Column, second: Column, scale: Scale) -> ColumnAgreement:
    """Agreement of an assessor with a second set of grades for the same pairs.

    The second column is gold, an adjudicator's decisions, the median of the others, or the same
    assessor's grades when asked again: agreement with oneself.

    Args:
        first: shape (n_pairs,). NaN where there is no grade; a pair that either lacks is left out.
        second: shape (n_pairs,). The same pairs in the same order.
        scale: the grades that could be given, ascending.

    Returns:
        `percent_agreement` in [0, 1]; kappas as `cohen_kappa` has them. Without a pair that both
        graded all are None.

    Raises:
        ValueError: the two differ in length, or a grade is not on the scale.
    """
    shared = graded_by_both(first, second)
    if not len(shared):
        return ColumnAgreement(0, None, None, None, None, None)
    grades = ascending(scale)
    places_on(grades, shared)
    one, other = shared.T
    return ColumnAgreement(
        n_pairs=len(shared),
        percent_agreement=float((one == other).mean()),
        mean_difference=float((one - other).mean()),
        cohen_kappa=cohen_kappa(one, other, scale=grades),
        cohen_kappa_linear=cohen_kappa(one, other, weighting="linear", scale=grades),
        cohen_kappa_quadratic=cohen_kappa(one, other, weighting="quadratic", scale=grades),
    )


def graded_by_both(first: Column, second: Column) -> Grades:
    """Rows for `CohenKappa` and `confusion_matrix`: shape (n_shared, 2).

    Raises:
        ValueError: the two differ in length.
    """
    if first.shape != second.shape:
        raise ValueError(f"{first.size} grades in one column, {second.size} in the other")
    both = np.stack([first, second], axis=1)
    return both[~np.isnan(both).any(axis=1)].astype(np.int64)


def leave_one_out(votes: Votes, scale: Scale) -> list[ColumnAgreement]:
    """Agreement of each assessor with the median of the others, rounded up to a grade.

    Args:
        votes: shape (n_pairs, n_assessors), NaN where an assessor has no vote. A pair counts for
            an assessor who voted on it, as one of at least two.
        scale: the grades that could be given, ascending.

    Returns:
        One for each assessor, in the order of the columns.

    Raises:
        ValueError: a grade is not on the scale.
    """
    others = median_of_others(votes, scale)
    return [
        compare_columns(own, median, scale) for own, median in zip(votes.T, others.T, strict=True)
    ]


def median_of_others(votes: Votes, scale: Scale) -> Votes:
    """For each vote the median of the other votes on its pair, rounded up to a grade.

    Args:
        votes: shape (n_pairs, n_assessors), NaN where an assessor has no vote.
        scale: the grades that could be given, ascending.

    Returns:
        The same shape; NaN where there is no vote, or no other.

    Raises:
        ValueError: a grade is not on the scale.
    """
    grades = ascending(scale)
    places_on(grades, votes[~np.isnan(votes)])
    medians = np.full(votes.shape, np.nan)
    sizes = np.count_nonzero(~np.isnan(votes), axis=1)  # (n_pairs,)
    ordered = np.sort(votes, axis=1)  # NaN last
    for column, own in enumerate(votes.T):
        rows = np.flatnonzero(~np.isnan(own) & (sizes >= 2))
        n_below = (votes[rows] < own[rows, None]).sum(axis=1)  # own's place among the ordered
        low, high = (sizes[rows] - 2) // 2, (sizes[rows] - 1) // 2  # the middle of the others
        middles = [ordered[rows, place + (place >= n_below)] for place in (low, high)]
        medians[rows, column] = grades[np.searchsorted(grades, sum(middles) / 2)]
    return medians
