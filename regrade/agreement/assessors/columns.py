"""Agreement of one column of grades with another: an assessor beside gold, others or a repeat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.cohen import CohenKappa
from regrade.agreement.coefficients.statistic import Rows, Statistic, Sums, ratio
from regrade.agreement.counting.confusion import confusion_matrix
from regrade.agreement.counting.scale import Grades, Scale, Weighting, ascending

Column = NDArray[np.float64]  # shape (n_pairs,): grades, NaN where there is none
# Shape (n_tables, n_grades, n_grades); half a pair may stand in a cell.
Tables = NDArray[np.int64] | NDArray[np.float64]


class ColumnAgreement(NamedTuple):
    """How far one column of grades agrees with another; None where that is not defined."""

    n_pairs: int  # that both graded
    percent_agreement: float | None
    mean_difference: float | None  # first minus second: above 0 where the first is more generous
    cohen_kappa: float | None
    cohen_kappa_linear: float | None
    cohen_kappa_quadratic: float | None


@dataclass(frozen=True)
class TableMean:
    """The mean over pairs of a weight that the two grades of a pair have.

    Its sums are those of `CohenKappa`: a confusion matrix.
    """

    scale: Grades  # ascending
    weights: NDArray[np.float64]  # shape (n_grades, n_grades)

    def sums(self, rows: Rows) -> Sums:
        return CohenKappa(self.scale).sums(rows)

    def value(self, sums: Sums) -> NDArray[np.float64]:
        return ratio(sums @ self.weights.ravel(), sums.sum(-1))


def column_statistics(grades: Grades) -> tuple[Statistic, ...]:
    """The figures of `ColumnAgreement` in their order, all from one confusion matrix."""
    return (
        TableMean(grades, np.eye(grades.size)),
        TableMean(grades, (grades[:, None] - grades).astype(np.float64)),
        *(CohenKappa(grades, weighting) for weighting in get_args(Weighting)),
    )


def compare_columns(first: Column, second: Column, scale: Scale) -> ColumnAgreement:
    """Agreement of an assessor with a second set of grades for the same pairs.

    The second column is gold, an adjudicator's decisions, the median of the others, or the same
    assessor's grades when asked again: agreement with oneself.

    Args:
        first: shape (n_pairs,). NaN where there is no grade; a pair that either lacks is left out.
        second: shape (n_pairs,). The same pairs in the same order.
        scale: the grades that could be given, ascending.

    Returns:
        `percent_agreement` in [0, 1]; kappas as `CohenKappa` has them. Without a pair that both
        graded all are None.

    Raises:
        ValueError: the two differ in length, or a grade is not on the scale.
    """
    return compare_counted(confusion_matrix(first, second, scale), scale)


def compare_counted(
    table: NDArray[np.int64] | NDArray[np.float64], scale: Scale
) -> ColumnAgreement:
    """`compare_columns` of pairs that were counted before.

    Args:
        table: shape (n_grades, n_grades), how often a grade of the first (row) came with one of
            the second (column). Half a pair may stand in a cell.
        scale: the grades that could be given, ascending.
    """
    return compare_tables(table[None], scale)[0]


def compare_tables(tables: Tables, scale: Scale) -> list[ColumnAgreement]:
    """`compare_counted` of each of many tables."""
    grades = ascending(scale)
    sums = tables.reshape(len(tables), grades.size**2).astype(np.float64)
    figures = np.column_stack([one.value(sums) for one in column_statistics(grades)])
    return [
        ColumnAgreement(int(n), *[None if np.isnan(value) else value for value in row])
        for n, row in zip(sums.sum(axis=1).tolist(), figures.tolist(), strict=True)
    ]
