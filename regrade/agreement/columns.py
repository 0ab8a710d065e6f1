from __future__ import annotations

from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.cohen import CohenKappa
from regrade.agreement.confusion import confusion_matrix
from regrade.agreement.scale import Grades, Scale, Weighting, ascending, places_on
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
    grades = ascending(scale)
    one, other = graded_by_both(first, second).T
    return compare_counted(confusion_matrix(one, other, grades), grades)


def compare_counted(table: NDArray[np.int64], scale: Scale) -> ColumnAgreement:
    """`compare_columns` of pairs that were counted before.

    Args:
        table: shape (n_grades, n_grades), how often a grade of the first (row) came with one of
            the second (column).
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


def leave_one_out(votes: Votes, scale: Scale) -> list[ColumnAgreement]:
    """Agreement of each assessor with the median of the others; see `compare_with_median`.

    Args:
        votes: shape (n_pairs, n_assessors), NaN where an assessor has no vote. A pair counts for
            an assessor who voted on it, as one of at least two.
        scale: the grades that could be given, ascending.

    Returns:
        One for each assessor, in the order of the columns.

    Raises:
        ValueError: a grade is not on the scale.
    """
    others = median_of_others(votes, scale, is_exact=True)
    return [
        compare_with_median(own, median, scale)
        for own, median in zip(votes.T, others.T, strict=True)
    ]


def compare_with_median(own: Column, median: Column, scale: Scale) -> ColumnAgreement:
    """Agreement with medians that may lie between two grades.

    They are rounded up to a grade, except for the mean difference: rounded up, everybody would
    seem stricter than the others.
    """
    compared = compare_columns(own, rounded_up(median, ascending(scale)), scale)
    return compared._replace(mean_difference=mean_difference(own, median))


def median_of_others(votes: Votes, scale: Scale, *, is_exact: bool = False) -> Votes:
    """For each vote the median of the other votes on its pair, rounded up to a grade.

    Args:
        votes: shape (n_pairs, n_assessors), NaN where an assessor has no vote.
        scale: the grades that could be given, ascending.
        is_exact: leave a median between two grades where it is.

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
        medians[rows, column] = sum(middles) / 2
    return medians if is_exact else rounded_up(medians, grades)


def median_of_all(votes: Votes, scale: Scale, *, is_exact: bool = False) -> Column:
    """The median of the votes on each pair, as `median_of_others`; NaN where there is none.

    Raises:
        ValueError: a grade is not on the scale.
    """
    grades = ascending(scale)
    places_on(grades, votes[~np.isnan(votes)])
    medians = np.full(len(votes), np.nan)
    sizes = np.count_nonzero(~np.isnan(votes), axis=1)
    rows = np.flatnonzero(sizes)
    ordered = np.sort(votes[rows], axis=1)  # NaN last
    places = np.arange(rows.size)
    low, high = ((sizes[rows] - 1) // 2, sizes[rows] // 2)
    middles = ordered[places, low] + ordered[places, high]
    medians[rows] = middles / 2
    return medians if is_exact else rounded_up(medians, grades)


def rounded_up(medians: Votes, grades: Grades) -> Votes:
    """Each median's grade, or the next one above it; NaN stays."""
    rounded = np.full(medians.shape, np.nan)
    is_known = ~np.isnan(medians)
    rounded[is_known] = grades[np.searchsorted(grades, medians[is_known])]
    return rounded


def mean_difference(first: Column, second: Column) -> float | None:
    """Mean of the first less the second, over the pairs that have both; None where none has."""
    apart = (first - second)[~np.isnan(first - second)]
    return float(apart.mean()) if apart.size else None
