from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.agreement.patterns import vote_patterns, votes_until_majority
from tests.regrade.agreement.counted import count_grades


def test_vote_patterns_counts_pairs_by_how_their_votes_fall() -> None:
    grades = [[2, 2, 2], [0, 1, 1], [3, 2, 3], [0, 1, 2], [1, 1], [4], [0, 0, 1, 1], []]
    found = [
        (pattern.n_votes, pattern.name, pattern.n_pairs)
        for pattern in vote_patterns(count_grades(grades))
    ]
    assert found == [
        (1, "one vote", 1),
        (2, "all agree", 1),
        (3, "all agree", 1),
        (3, "2 of 3", 2),
        (3, "all apart", 1),
        (4, "2 + 2 of 4", 1),
    ]


def test_vote_patterns_of_nothing_is_empty() -> None:
    assert vote_patterns(count_grades([])) == []
    assert vote_patterns(count_grades([[], []])) == []


@given(st.lists(st.lists(st.integers(0, 3), max_size=5)))
def test_vote_patterns_names_no_pair_twice(grades: list[list[int]]) -> None:
    patterns = vote_patterns(count_grades(grades))
    assert sum(pattern.n_pairs for pattern in patterns) == sum(map(bool, grades))
    assert len({(pattern.n_votes, pattern.name) for pattern in patterns}) == len(patterns)


SETTLED = [
    ([2, 2, 0], 2),
    ([2, 0, 2], 3),
    ([0, 1, 2], 0),
    ([0, 1], 0),
    ([1, 1, 0, 0], 0),
    ([1, 1, 1, 0], 3),
    ([3], 1),
]


def settled(*grades_by_pair: list[int]) -> list[int]:
    sizes = [len(grades) for grades in grades_by_pair]
    pairs = np.repeat(np.arange(len(sizes)) * 10, sizes)
    grades = np.array([grade for one in grades_by_pair for grade in one], dtype=np.int64)
    return list(votes_until_majority(pairs, grades, np.arange(4)).tolist())


@pytest.mark.parametrize(("grades", "number"), SETTLED)
def test_votes_until_majority_is_the_vote_that_no_later_one_overturns(
    grades: list[int], number: int
) -> None:
    assert settled(grades) == [number]


def test_votes_until_majority_takes_each_pair_by_itself() -> None:
    assert settled(*[grades for grades, _ in SETTLED]) == [number for _, number in SETTLED]
    assert settled() == []
