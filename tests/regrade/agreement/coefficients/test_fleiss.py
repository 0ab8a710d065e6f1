from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from statsmodels.stats import inter_rater

from regrade.agreement.counting.ballots import Missing
from tests.regrade.agreement.counted import count_answers, count_grades, fleiss_kappa

# Fleiss 1971, table 1: the diagnoses of thirty patients by six psychiatrists each; kappa .430.
DIAGNOSES = """
444444 222555 233335 555555 222444 113333 333355 113334 114444 555555
144444 124444 222333 144444 224445 333335 111455 111112 224444 133555
555555 244444 224555 114444 144445 222224 111155 224444 133333 555555
"""


def test_fleiss_kappa_of_the_published_table() -> None:
    counts = count_grades([[int(grade) for grade in patient] for patient in DIAGNOSES.split()])
    assert fleiss_kappa(counts, 6) == pytest.approx(0.4302445, abs=5e-8)


@pytest.mark.parametrize(
    ("missing", "expected"),
    [
        ("drop", (2 / 3 - 1 / 2) / (1 - 1 / 2)),
        ("median-up", (3 / 4 - 34 / 64) / (1 - 34 / 64)),  # 5 votes for 1, 3 for 2
        ("category", (1 / 2 - 26 / 64) / (1 - 26 / 64)),  # 4 votes for 1, 3 for 2, 1 for none
    ],
)
def test_fleiss_kappa_by_the_rule_for_missing_votes(missing: Missing, expected: float) -> None:
    counts = count_answers([[1, 1], [2, 2], [1, 2], [1, None]], missing)
    assert fleiss_kappa(counts, 2) == pytest.approx(expected)


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
