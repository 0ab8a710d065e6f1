from __future__ import annotations

from math import ceil
from statistics import median
from typing import get_args

import numpy as np
import pytest
from hypothesis import given

from regrade.agreement.counting.ballots import NOT_JUDGED, Missing, cast_ballots
from regrade.votes.packed import pack
from regrade.votes.vote import Vote
from tests.annotation.made_campaigns import any_votes, cast
from tests.regrade.agreement.counted import votes_by_pair

Ballot = tuple[dict[str, int], set[str]]  # grades by assessor, and who has a filled one


def ballots(
    votes: list[Vote], *, threshold: int | None = None, missing: Missing = "drop"
) -> list[Ballot]:
    """What `cast_ballots` makes of each pair."""
    packed = pack(votes)
    shown = cast_ballots(packed, threshold=threshold, missing=missing)
    found: list[Ballot] = [({}, set()) for _ in range(packed.n_pairs)]
    for pair, voter, grade, is_filled in zip(*(one.tolist() for one in shown[1:]), strict=True):
        grades, filled = found[pair]
        grades[packed.assessors[voter]] = grade
        filled |= {packed.assessors[voter]} if is_filled else set()
    return found


def test_cast_ballots_drop_leaves_not_judged_rows_out() -> None:
    assert ballots(cast("q1", 1, 4, None, 2)) == [({"alice": 4, "carol": 2}, set())]


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
    [(found, who)] = ballots(votes, missing="median-up")
    assert (found[votes[-1].assessor], who) == (filled, {votes[-1].assessor})


def test_cast_ballots_fills_from_recorded_grades_and_never_from_filled_ones() -> None:
    """Had the first blank entered with its 3, the second would get the median of 1, 3, 4."""
    [(grades, _)] = ballots(cast("q1", 1, None, 1, 4, None), missing="median-up")
    assert grades == {"alice": 3, "bob": 1, "carol": 4, "dave": 3}


def test_cast_ballots_leaves_a_pair_without_any_grade_empty() -> None:
    assert ballots(cast("q1", 1, None, None), missing="median-up") == [({}, set())]


def test_cast_ballots_makes_grades_binary_after_filling() -> None:
    """3 fills the blank and stays below 4; the median of 0 and 1 would have been 1."""
    [(grades, _)] = ballots(cast("q1", 1, 1, 4, None), threshold=4, missing="median-up")
    assert grades == {"alice": 0, "bob": 1, "carol": 0}


def test_cast_ballots_keeps_what_is_not_judged_apart_from_the_grades() -> None:
    [(grades, _)] = ballots(cast("q1", 1, 1, None, 4), threshold=2, missing="category")
    assert grades == {"alice": 0, "bob": NOT_JUDGED, "carol": 1}


def test_cast_ballots_keeps_the_order_of_giving_and_puts_fillings_last() -> None:
    votes = [Vote("q1", 1, *given) for given in (("zoe", 3), ("bob", None), ("alice", 5))]
    shown = cast_ballots(pack(votes), threshold=None, missing="median-up")
    assert shown.grades.tolist() == [3, 5, 4]
    assert shown.is_filled.tolist() == [False, False, True]


@given(any_votes)
def test_cast_ballots_casts_each_pair_by_itself(votes: list[Vote]) -> None:
    for missing in get_args(Missing):
        shown = ballots(votes, missing=missing)
        for (grades, filled), rows in zip(shown, votes_by_pair(votes).values(), strict=True):
            given_ = {row.assessor: row.grade for row in rows if row.grade is not None}
            blank = {row.assessor for row in rows if row.grade is None}
            stands = {
                "drop": None,
                "category": NOT_JUDGED,
                "median-up": ceil(median(given_.values())) if given_ else None,
            }[missing]
            fillings = {} if stands is None else dict.fromkeys(blank, stands)
            assert (grades, filled) == (given_ | fillings, set(fillings))


def test_sizes_are_those_of_all_pairs() -> None:
    votes = [*cast("q1", 1, None), *cast("q1", 2, 1, 2)]
    shown = cast_ballots(pack(votes), threshold=None, missing="drop")
    np.testing.assert_array_equal(shown.sizes, [0, 2])
