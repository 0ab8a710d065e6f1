"""Agreement of every two assessors at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.cohen import CohenKappa
from regrade.agreement.scale import Grades, Scale, Weighting, ascending
from regrade.agreement.statistic import ratio
from regrade.agreement.vote_table import Votes


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
    tables = _tables(votes, grades)[first, second]  # (n_couples, n_grades, n_grades)
    n_pairs = tables.sum((1, 2))
    percent = ratio(np.trace(tables, axis1=1, axis2=2), n_pairs)
    flat = tables.reshape(len(tables), grades.size**2)
    kappas = [CohenKappa(grades, weighting).value(flat) for weighting in _WEIGHTINGS]
    shared = np.flatnonzero(n_pairs)
    columns = [first, second, n_pairs.astype(np.int64), percent, *kappas]
    return list(_rows([column[shared] for column in columns]))


_PAIRS_AT_ONCE = 2**14
_WEIGHTINGS: tuple[Weighting, ...] = ("plain", "linear", "quadratic")


def _tables(votes: Votes, grades: Grades) -> NDArray[np.float64]:
    """Confusion of each two: shape (n_assessors, n_assessors, n_grades, n_grades)."""
    n_assessors, n = votes.shape[1], grades.size
    together = np.zeros((n * n_assessors, n * n_assessors))
    for start in range(0, len(votes), _PAIRS_AT_ONCE):
        part = votes[start : start + _PAIRS_AT_ONCE]
        given = np.concatenate([part == grade for grade in grades], axis=1).astype(np.float32)
        together += given.T @ given
    return together.reshape(n, n_assessors, n, n_assessors).transpose(1, 3, 0, 2)


def _rows(columns: list[NDArray[np.float64]]) -> Iterator[CoupleAgreement]:
    for first, second, n_pairs, percent, *kappas in zip(
        *(column.tolist() for column in columns), strict=True
    ):
        yield CoupleAgreement(
            first, second, n_pairs, percent, *[None if np.isnan(one) else one for one in kappas]
        )
