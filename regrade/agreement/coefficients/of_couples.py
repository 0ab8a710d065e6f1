from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.cohen import CohenKappa
from regrade.agreement.coefficients.fleiss import FleissKappa
from regrade.agreement.coefficients.krippendorff import KrippendorffAlpha
from regrade.agreement.coefficients.percent import PercentAgreement
from regrade.agreement.counting.scale import Grades


class Coefficients(NamedTuple):
    """The coefficients of one scope; None where one is not defined."""

    fleiss_kappa: float | None
    cohen_kappa: float | None
    cohen_kappa_quadratic: float | None
    alpha_nominal: float | None
    alpha_ordinal: float | None
    percent_agreement: float | None


def coefficients_of_couples(tables: NDArray[np.float64], scale: Grades) -> Iterator[Coefficients]:
    """The coefficients of many pairs of assessors at once, equal to their functions'.

    Args:
        tables: shape (n_couples, n_grades, n_grades). How often a grade of one (row) came with one
            of the other (column), on the pairs that both judged.
        scale: the grades, ascending.
    """
    n_pairs = tables.sum((1, 2))
    n_equal = np.trace(tables, axis1=1, axis2=2)
    by_grade = tables.sum(1) + tables.sum(2)
    flat = tables.reshape(len(tables), scale.size**2)
    both_ways = flat + tables.transpose(0, 2, 1).reshape(flat.shape)
    values = [
        FleissKappa(2).value(np.column_stack([by_grade, 2 * n_equal, n_pairs])),
        CohenKappa(scale).value(flat),
        CohenKappa(scale, "quadratic").value(flat),
        KrippendorffAlpha("nominal", scale).value(both_ways),
        KrippendorffAlpha("ordinal", scale).value(both_ways),
        PercentAgreement().value(np.column_stack([n_equal, n_pairs])),
    ]
    for row in np.column_stack(values).tolist():
        yield Coefficients(*[None if np.isnan(value) else value for value in row])
