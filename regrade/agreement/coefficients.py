from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.cohen import CohenKappa
from regrade.agreement.fleiss import FleissKappa
from regrade.agreement.krippendorff import KrippendorffAlpha
from regrade.agreement.percent import PercentAgreement
from regrade.agreement.scale import Grades

_CELLS_AT_ONCE = 2**20  # of confusion matrices in memory at a time, some 8 MB


class Coefficients(NamedTuple):
    """The coefficients of one scope; None where one is not defined."""

    fleiss_kappa: float | None
    cohen_kappa: float | None
    cohen_kappa_quadratic: float | None
    alpha_nominal: float | None
    alpha_ordinal: float | None
    percent_agreement: float | None


def coefficients_of_couples(shared: Sequence[Sequence[tuple[int, int]]]) -> list[Coefficients]:
    """The coefficients of many pairs of assessors at once, equal to their functions'.

    Args:
        shared: for each couple the grades of both on the pairs that both judged.
    """
    flat = [grades for couple in shared for grades in couple]
    scale = np.unique(np.array(flat, dtype=np.int64))
    at_once = max(1, _CELLS_AT_ONCE // max(1, scale.size**2))
    chunks = (shared[start : start + at_once] for start in range(0, len(shared), at_once))
    return [coefficients for chunk in chunks for coefficients in _of_chunk(chunk, scale)]


def _of_chunk(shared: Sequence[Sequence[tuple[int, int]]], scale: Grades) -> Iterator[Coefficients]:
    tables = _tables(shared, scale)  # (n_couples, n_grades, n_grades)
    n_pairs = tables.sum((1, 2))
    n_equal = np.trace(tables, axis1=1, axis2=2)
    by_grade = tables.sum(1) + tables.sum(2)
    flat = tables.reshape(len(tables), -1)
    both_ways = flat + tables.transpose(0, 2, 1).reshape(len(tables), -1)
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


def _tables(shared: Sequence[Sequence[tuple[int, int]]], scale: Grades) -> NDArray[np.float64]:
    n = scale.size
    flat = np.array([grades for pairs in shared for grades in pairs], dtype=np.int64)
    first, second = np.searchsorted(scale, flat.reshape(-1, 2)).T
    couples = np.repeat(np.arange(len(shared)), [len(pairs) for pairs in shared])
    counted = np.bincount((couples * n + first) * n + second, minlength=len(shared) * n * n)
    return counted.reshape(len(shared), n, n).astype(np.float64)
