from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from statsmodels.stats import inter_rater

from regrade.agreement.counts import count_grades
from regrade.agreement.fleiss import fleiss_kappa


def test_fleiss_kappa_by_hand() -> None:
    # Two of three pairs agree: P = 2/3. Grades 1, 2 have 3 votes each: Pe = 1/2. (2/3-1/2)/(1/2)
    counts = count_grades([[1, 1], [2, 2], [1, 2]])
    assert fleiss_kappa(counts, 2) == pytest.approx(1 / 3)


def test_fleiss_kappa_reads_pairs_with_exactly_that_many_votes() -> None:
    counts = count_grades([[1, 1], [2, 2], [1, 2], [1], [], [3, 3, 3]])
    assert fleiss_kappa(counts, 2) == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("grades", "n_votes"),
    [([], 2), ([[1, 2]], 3), ([[1], [2]], 1), ([[1, 1], [1, 1]], 2), ([[1, 1], [1, 2, 2]], 2)],
    ids=["nothing", "no pair with m", "one vote a pair", "one grade", "one grade among m"],
)
def test_fleiss_kappa_where_undefined_is_none(grades: list[list[int]], n_votes: int) -> None:
    assert fleiss_kappa(count_grades(grades), n_votes) is None


@given(
    st.integers(2, 5).flatmap(
        lambda m: st.lists(st.lists(st.integers(-1, 3), min_size=m, max_size=m), min_size=1)
    )
)
def test_fleiss_kappa_agrees_with_statsmodels(grades: list[list[int]]) -> None:
    assume(len(np.unique(grades)) > 1)
    table, _ = inter_rater.aggregate_raters(np.array(grades))
    expected = inter_rater.fleiss_kappa(table)
    assert fleiss_kappa(count_grades(grades), len(grades[0])) == pytest.approx(expected, abs=1e-12)
