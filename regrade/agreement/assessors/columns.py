from __future__ import annotations

from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.cohen import CohenKappa
from regrade.agreement.counting.confusion import confusion_matrix
from regrade.agreement.counting.scale import Grades, Scale, Weighting, ascending, places_on
from regrade.agreement.counting.vote_table import Votes

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
    grades = ascending(scale)
    one, other = graded_by_both(first, second).T
    return compare_counted(confusion_matrix(one, other, grades), grades)


def compare_counted(
    table: NDArray[np.int64] | NDArray[np.float64], scale: Scale
) -> ColumnAgreement:
    """`compare_columns` of pairs that were counted before.

    Args:
        table: shape (n_grades, n_grades), how often a grade of the first (row) came with one of
            the second (column). Half a pair may stand in a cell.
        scale: the grades that could be given, ascending.
    """
    grades, n_pairs = ascending(scale), int(table.sum())
    if not n_pairs:
        return ColumnAgreement(0, None, None, None, None, None)
    plain, linear, quadratic = (
        _defined(CohenKappa(grades, weighting).value(table.ravel().astype(np.float64)))
        for weighting in get_args(Weighting)
    )
    return ColumnAgreement(
        n_pairs=n_pairs,
        percent_agreement=float(np.trace(table) / n_pairs),
        mean_difference=float((table * (grades[:, None] - grades)).sum() / n_pairs),
        cohen_kappa=plain,
        cohen_kappa_linear=linear,
        cohen_kappa_quadratic=quadratic,
    )


def _defined(value: NDArray[np.float64]) -> float | None:
    return None if np.isnan(value) else float(value)


def graded_by_both(first: Column, second: Column) -> Grades:
    """Rows for `CohenKappa` and `confusion_matrix`: shape (n_shared, 2).

    Raises:
        ValueError: the two differ in length.
    """
    if first.shape != second.shape:
        raise ValueError(f"{first.size} grades in one column, {second.size} in the other")
    both = np.stack([first, second], axis=1)
    return both[~np.isnan(both).any(axis=1)].astype(np.int64)


class Middles(NamedTuple):
    """The middle of other people's grades: the same twice where their number is odd, else two.

    Each counts by half, so that of two others who differ neither is preferred.
    """

    low: NDArray[np.float64]  # NaN where there are no others
    high: NDArray[np.float64]


def leave_one_out(votes: Votes, scale: Scale) -> list[ColumnAgreement]:
    """Agreement of each assessor with the middle of the others; see `compare_with_middles`.

    Args:
        votes: shape (n_pairs, n_assessors), NaN where an assessor has no vote. A pair counts for
            an assessor who voted on it, as one of at least two.
        scale: the grades that could be given, ascending.

    Returns:
        One for each assessor, in the order of the columns.

    Raises:
        ValueError: a grade is not on the scale.
    """
    others = middles_of_others(votes, scale)
    return [
        compare_with_middles(own, Middles(low, high), scale)
        for own, low, high in zip(votes.T, others.low.T, others.high.T, strict=True)
    ]


def compare_with_middles(own: Column, middles: Middles, scale: Scale) -> ColumnAgreement:
    """Agreement with the median of others, which may lie between two grades.

    A pair with two middle grades counts by half for each: giving one of them is half a hit.
    """
    grades = ascending(scale)
    low, high = (_counted(own, middle, grades) for middle in middles)
    return compare_counted((low + high) / 2, grades)


def _counted(own: Column, other: Column, grades: Grades) -> NDArray[np.int64]:
    first, second = graded_by_both(own, other).T
    return confusion_matrix(first, second, grades)


def middles_of_others(votes: Votes, scale: Scale) -> Middles:
    """For each vote the middle of the other votes on its pair.

    Args:
        votes: shape (n_pairs, n_assessors), NaN where an assessor has no vote.
        scale: the grades that could be given, ascending.

    Returns:
        Two of the same shape; NaN where there is no vote, or no other.

    Raises:
        ValueError: a grade is not on the scale.
    """
    places_on(ascending(scale), votes[~np.isnan(votes)])
    middles = Middles(np.full(votes.shape, np.nan), np.full(votes.shape, np.nan))
    sizes = np.count_nonzero(~np.isnan(votes), axis=1)  # (n_pairs,)
    ordered = np.sort(votes, axis=1)  # NaN last
    for column, own in enumerate(votes.T):
        rows = np.flatnonzero(~np.isnan(own) & (sizes >= 2))
        n_below = (votes[rows] < own[rows, None]).sum(axis=1)  # own's place among the ordered
        places = (sizes[rows] - 2) // 2, (sizes[rows] - 1) // 2  # the middle of the others
        for middle, place in zip(middles, places, strict=True):
            middle[rows, column] = ordered[rows, place + (place >= n_below)]
    return middles


def middles_of_all(votes: Votes, scale: Scale) -> Middles:
    """The middle of the votes on each pair, two of shape (n_pairs,); NaN where there is none.

    Raises:
        ValueError: a grade is not on the scale.
    """
    places_on(ascending(scale), votes[~np.isnan(votes)])
    middles = Middles(np.full(len(votes), np.nan), np.full(len(votes), np.nan))
    sizes = np.count_nonzero(~np.isnan(votes), axis=1)
    rows = np.flatnonzero(sizes)
    ordered = np.sort(votes[rows], axis=1)  # NaN last
    places = (sizes[rows] - 1) // 2, sizes[rows] // 2
    for middle, place in zip(middles, places, strict=True):
        middle[rows] = ordered[np.arange(rows.size), place]
    return middles
