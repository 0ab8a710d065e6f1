"""The middle of the others, and each assessor beside it."""

from __future__ import annotations

import math
from statistics import median_high, median_low

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.agreement.assessors.others import leave_one_out, middles_of_others
from regrade.agreement.counting.vote_table import graded_votes

BLANK = math.nan
tables = st.integers(1, 6).flatmap(
    lambda n: st.lists(
        st.lists(st.sampled_from([BLANK, 0.0, 1.0, 2.0, 3.0]), min_size=n, max_size=n), min_size=1
    )
)


@given(tables)
def test_middles_of_others_are_theirs(rows: list[list[float]]) -> None:
    graded = graded_votes(np.array(rows))
    low, high = np.full((2, *np.shape(rows)), BLANK)
    for middles, found in zip((low, high), middles_of_others(graded), strict=True):
        middles[graded.pairs, graded.voters] = found
    for number, row in enumerate(rows):
        for place, grade in enumerate(row):
            others = [other for other in row[:place] + row[place + 1 :] if not math.isnan(other)]
            is_compared = others and not math.isnan(grade)
            wanted = (median_low(others), median_high(others)) if is_compared else (BLANK, BLANK)
            assert (low[number, place], high[number, place]) == pytest.approx(wanted, nan_ok=True)


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
