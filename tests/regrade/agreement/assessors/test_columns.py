from __future__ import annotations

import math
from statistics import median_high, median_low

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.agreement.assessors.columns import (
    Column,
    ColumnAgreement,
    compare_columns,
    leave_one_out,
    middles_of_others,
)
from regrade.agreement.coefficients.cohen import cohen_kappa
from regrade.agreement.counting.confusion import confusion_matrix

BLANK = math.nan
tables = st.integers(1, 6).flatmap(
    lambda n: st.lists(
        st.lists(st.sampled_from([BLANK, 0.0, 1.0, 2.0, 3.0]), min_size=n, max_size=n), min_size=1
    )
)


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


def test_confusion_matrix_has_rows_of_the_first_and_columns_of_the_second() -> None:
    table = confusion_matrix(np.array([0, 0, 3]), np.array([0, 1, 1]), [0, 1, 3])
    np.testing.assert_array_equal(table, [[1, 1, 0], [0, 0, 0], [0, 1, 0]])


@given(tables)
def test_middles_of_others_are_theirs(rows: list[list[float]]) -> None:
    low, high = middles_of_others(np.array(rows), range(4))
    for number, row in enumerate(rows):
        for place, grade in enumerate(row):
            others = [other for other in row[:place] + row[place + 1 :] if not math.isnan(other)]
            is_compared = others and not math.isnan(grade)
            wanted = (median_low(others), median_high(others)) if is_compared else (BLANK, BLANK)
            found = low[number, place], high[number, place]
            assert found == pytest.approx(wanted, nan_ok=True)


def test_leave_one_out_compares_each_with_the_others() -> None:
    """Of two others who differ neither is preferred: to have the grade of one is half a hit."""
    votes = np.array([[0, 0, 3], [1, 1, 3], [2, 2, 3], [3, BLANK, BLANK]], dtype=np.float64)
    alice, bob, carol = leave_one_out(votes, range(4))
    assert alice == bob
    assert (alice.n_pairs, alice.percent_agreement, alice.mean_difference) == (3, 0.5, -1.0)
    assert (carol.n_pairs, carol.percent_agreement, carol.mean_difference) == (3, 0.0, 2.0)


def test_nobody_agrees_more_for_being_generous() -> None:
    """Where medians were rounded up, who was above the others half of the time always agreed."""
    votes = np.array([[3, 2, 3], [2, 1, 2], [1, 0, 1], [3, 3, 2]], dtype=np.float64)
    generous, strict, _ = leave_one_out(votes, range(4))
    assert (generous.percent_agreement, strict.percent_agreement) == (0.5, 0.125)
