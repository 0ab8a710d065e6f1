"""Agreement of every two assessors at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.cohen import CohenKappa
from regrade.agreement.coefficients.statistic import ratio
from regrade.agreement.counting.couples import confusion_of_couples
from regrade.agreement.counting.scale import Scale, Weighting, ascending
from regrade.agreement.counting.vote_table import Votes


class CoupleAgreement(NamedTuple):
    """How far two assessors agree on the pairs that both graded; None where it is not defined."""

    first: int  # columns of the two
    second: int
    n_pairs: int
    percent: float
    kappa: float | None
    kappa_linear: float | None
    kappa_quadratic: float | None


def agreement_of_couples(votes: Votes, scale: Scale) -> list[CoupleAgreement]:
    """Every two assessors who share a pair, by their columns.

    Args:
        votes: shape (n_pairs, n_assessors), NaN where an assessor has no vote.
        scale: the grades that could be given, ascending.

    Returns:
        Values equal to those of `compare_columns`.
    """
    grades = ascending(scale)
    first, second = np.triu_indices(votes.shape[1], 1)
    tables = confusion_of_couples(votes, grades)
    n_pairs = tables.sum((1, 2))
    percent = ratio(np.trace(tables, axis1=1, axis2=2), n_pairs)
    flat = tables.reshape(len(tables), grades.size**2)
    kappas = [CohenKappa(grades, weighting).value(flat) for weighting in _WEIGHTINGS]
    shared = np.flatnonzero(n_pairs)
    columns = [first, second, n_pairs.astype(np.int64), percent, *kappas]
    return list(_rows([column[shared] for column in columns]))


_WEIGHTINGS: tuple[Weighting, ...] = ("plain", "linear", "quadratic")


def _rows(columns: list[NDArray[np.float64]]) -> Iterator[CoupleAgreement]:
    for first, second, n_pairs, percent, *kappas in zip(
        *(column.tolist() for column in columns), strict=True
    ):
        yield CoupleAgreement(
            first, second, n_pairs, percent, *[None if np.isnan(one) else one for one in kappas]
        )
