"""Agreement of every two assessors at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from regrade.agreement.assessors.columns import compare_tables
from regrade.agreement.counting.confusion import confusion_of_couples
from regrade.agreement.counting.scale import Scale
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
    tables = confusion_of_couples(votes, scale)
    couples = np.column_stack(np.triu_indices(votes.shape[1], 1)).tolist()
    return [
        CoupleAgreement(first, second, n_pairs, percent, *kappas)
        for (first, second), (n_pairs, percent, _, *kappas) in zip(
            couples, compare_tables(tables, scale), strict=True
        )
        if percent is not None
    ]
