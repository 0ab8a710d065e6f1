from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given

from regrade.aggregation.votes import Vote, group_by_pair
from regrade.agreement.ballots import Ballot, Missing, cast_ballots
from tests.annotation.made_campaigns import any_votes, cast


def test_cast_ballots_drop_leaves_not_judged_rows_out() -> None:
    (ballot,) = cast_ballots(cast("q1", 1, 4, None, 2), threshold=None, missing="drop")
    assert ballot == Ballot("q1", {"alice": 4, "carol": 2}, frozenset())


@pytest.mark.parametrize(
    ("grades", "filled"),
    [
        ((1, 2, None), 2),
        ((1, 4, None), 3),
        ((5, 1, 2, None), 2),
        ((4, None), 4),
        ((-2, -1, None), -1),
    ],
)
def test_cast_ballots_fills_the_median_of_the_others_rounded_up(
    grades: tuple[int | None, ...], filled: int
) -> None:
    votes = cast("q1", 1, *grades)
    (ballot,) = cast_ballots(votes, threshold=None, missing="median-up")
    assert ballot.grades[votes[-1].assessor] == filled
    assert ballot.filled == {votes[-1].assessor}


def test_cast_ballots_fills_from_recorded_grades_and_never_from_filled_ones() -> None:
    """Had the first blank entered with its 3, the second would get the median of 1, 3, 4."""
    votes = cast("q1", 1, None, 1, 4, None)
    (ballot,) = cast_ballots(votes, threshold=None, missing="median-up")
    assert ballot.grades == {"alice": 3, "bob": 1, "carol": 4, "dave": 3}


def test_cast_ballots_leaves_a_pair_without_any_grade_empty() -> None:
    (ballot,) = cast_ballots(cast("q1", 1, None, None), threshold=None, missing="median-up")
    assert ballot == Ballot("q1", {}, frozenset())


def test_cast_ballots_makes_grades_binary_after_filling() -> None:
    """3 fills the blank and stays below 4; the median of 0 and 1 would have been 1."""
    votes = cast("q1", 1, 1, 4, None)
    (ballot,) = cast_ballots(votes, threshold=4, missing="median-up")
    assert ballot.grades == {"alice": 0, "bob": 1, "carol": 0}


@given(any_votes)
def test_cast_ballots_never_adds_a_vote(votes: list[Vote]) -> None:
    for missing in get_args(Missing):
        ballots = cast_ballots(votes, threshold=None, missing=missing)
        cast = group_by_pair(votes).values()
        assert len(ballots) == len(cast)
        for ballot, rows in zip(ballots, cast, strict=True):
            assert len(ballot.grades) <= len(rows)
