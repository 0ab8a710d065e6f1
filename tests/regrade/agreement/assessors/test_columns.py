from __future__ import annotations

import math

import numpy as np
import pytest

from regrade.agreement.assessors.columns import (
    Column,
    ColumnAgreement,
    compare_columns,
)
from tests.regrade.agreement.counted import cohen_kappa

BLANK = math.nan


def column(*grades: float) -> Column:
    return np.array(grades, dtype=np.float64)


def test_compare_columns_reads_the_pairs_that_both_graded() -> None:
    found = compare_columns(column(3, 1, BLANK, 2), column(1, 1, 2, BLANK), range(4))
    assert (found.n_pairs, found.percent_agreement, found.mean_difference) == (2, 0.5, 1.0)
    first, second = np.array([3, 1]), np.array([1, 1])
    assert found.cohen_kappa == cohen_kappa(first, second)
    assert found.cohen_kappa_linear == cohen_kappa(first, second, weighting="linear")
    assert found.cohen_kappa_quadratic == cohen_kappa(first, second, weighting="quadratic")


def test_compare_columns_without_a_shared_pair_is_none_throughout() -> None:
    nothing = ColumnAgreement(0, None, None, None, None, None)
    assert compare_columns(column(1, BLANK), column(BLANK, 1), range(4)) == nothing


@pytest.mark.parametrize(
    ("second", "said"),
    [
        (column(1), "2 grades"),
        (column(1, 7), "grade 7"),
    ],
)
def test_compare_columns_that_do_not_fit_is_refused(second: Column, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        compare_columns(column(1, 2), second, range(4))
