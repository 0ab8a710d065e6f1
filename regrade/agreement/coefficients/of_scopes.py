"""The coefficients of a scope: all assessors, one topic, or two assessors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.cohen import CohenKappa
from regrade.agreement.coefficients.fleiss import FleissKappa
from regrade.agreement.coefficients.krippendorff import KrippendorffAlpha
from regrade.agreement.coefficients.percent import PercentAgreement
from regrade.agreement.coefficients.statistic import Sums
from regrade.agreement.counting.scale import Counts, Grades


class Coefficients(NamedTuple):
    """The coefficients of one scope; None where one is not defined."""

    fleiss_kappa: float | None
    cohen_kappa: float | None
    cohen_kappa_quadratic: float | None
    alpha_nominal: float | None
    alpha_ordinal: float | None
    percent_agreement: float | None


class ScopeSums(NamedTuple):
    """Sums from which the coefficients of scopes follow, each of shape (n_scopes, n_sums)."""

    fleiss: Sums
    cohen: Sums
    alpha: Sums
    percent: Sums


def sums_of_counts(counts: Counts, couples: Grades, scale: Grades, n_votes: int) -> ScopeSums:
    """The sums of a single scope.

    Args:
        counts: shape (n_pairs, n_grades), votes of a pair for a grade.
        couples: shape (n_shared, 2). Both grades of the pairs that the only two assessors judged;
            empty where there are more.
        scale: the grades, ascending.
        n_votes: that of Fleiss' kappa.
    """
    return ScopeSums(
        FleissKappa(n_votes).sums(counts)[None],
        CohenKappa(scale).sums(couples)[None],
        KrippendorffAlpha("nominal", scale).sums(counts)[None],
        PercentAgreement().sums(counts)[None],
    )


def sums_of_couples(tables: NDArray[np.float64]) -> ScopeSums:
    """The sums of many couples of assessors, each a scope of pairs with two votes.

    Args:
        tables: shape (n_couples, n_grades, n_grades). How often a grade of one (row) came with one
            of the other (column), on the pairs that both judged.
    """
    n_pairs = tables.sum((1, 2))
    n_equal = np.trace(tables, axis1=1, axis2=2)
    by_grade = tables.sum(1) + tables.sum(2)
    flat = tables.reshape(len(tables), tables.shape[1] ** 2)
    return ScopeSums(
        np.column_stack([by_grade, 2 * n_equal, n_pairs]),
        flat,
        flat + tables.transpose(0, 2, 1).reshape(flat.shape),
        np.column_stack([n_equal, n_pairs]),
    )


def coefficients(sums: ScopeSums, scale: Grades, n_votes: int) -> Iterator[Coefficients]:
    """The coefficients of each scope, equal to those of each scope alone."""
    values = [
        FleissKappa(n_votes).value(sums.fleiss),
        CohenKappa(scale).value(sums.cohen),
        CohenKappa(scale, "quadratic").value(sums.cohen),
        KrippendorffAlpha("nominal", scale).value(sums.alpha),
        KrippendorffAlpha("ordinal", scale).value(sums.alpha),
        PercentAgreement().value(sums.percent),
    ]
    for row in np.column_stack(values).tolist():
        yield Coefficients(*[None if np.isnan(value) else value for value in row])
