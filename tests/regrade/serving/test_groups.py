from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.serving.groups import AssessorT, Group, most_frequent_of

pairs_of_assessors = st.lists(st.lists(st.integers(1, 4), unique=True), max_size=12)


def most_frequent_group(pairs: Iterable[Iterable[AssessorT]]) -> Group[AssessorT] | None:
    return most_frequent_of(Counter(tuple(sorted(set(assessors))) for assessors in pairs))


def test_most_frequent_group_is_exactly_the_same_people() -> None:
    """1 and 2 meet four times, but twice with 3 and twice with 4 or alone."""
    pairs = [[1, 2, 3], [3, 2, 1], [1, 2, 4], [1, 2]]
    assert most_frequent_group(pairs) == Group((1, 2, 3), n_pairs=2, share=2 / 3)


def test_most_frequent_group_takes_names() -> None:
    assert most_frequent_group([["b", "a"], ["a", "b"], ["a", "c"], ["c"]]) == Group(
        ("a", "b"), n_pairs=2, share=2 / 3
    )


@pytest.mark.parametrize("pairs", [[], [[]], [[1], [1], [2]], [[1, 1]]])
def test_most_frequent_group_where_nobody_meets_is_none(pairs: list[list[int]]) -> None:
    assert most_frequent_group(pairs) is None


@pytest.mark.parametrize(
    ("pairs", "assessors"),
    [
        ([[1, 2], [3, 4, 5]], (3, 4, 5)),  # the larger
        ([[2, 3], [1, 9], [1, 8]], (1, 8)),  # the first
        ([[1, 2], [1, 2], [3, 4, 5]], (1, 2)),  # the more frequent, though smaller
    ],
)
def test_most_frequent_group_breaks_ties(
    pairs: list[list[int]], assessors: tuple[int, ...]
) -> None:
    group = most_frequent_group(pairs)
    assert group is not None
    assert group.assessors == assessors


@given(pairs_of_assessors, st.randoms())
def test_most_frequent_group_does_not_depend_on_order(
    pairs: list[list[int]], random: Random
) -> None:
    shuffled = [random.sample(assessors, len(assessors)) for assessors in pairs]
    random.shuffle(shuffled)
    assert most_frequent_group(shuffled) == most_frequent_group(pairs)


@given(pairs_of_assessors)
def test_no_group_is_more_frequent(pairs: Sequence[Sequence[int]]) -> None:
    group = most_frequent_group(pairs)
    sets = [frozenset(assessors) for assessors in pairs if len(assessors) > 1]
    if group is None:
        assert sets == []
        return
    assert group.n_pairs == sets.count(frozenset(group.assessors)) == max(map(sets.count, sets))
    as_large = [one for one in sets if len(one) == len(group.assessors)]
    assert group.share == group.n_pairs / len(as_large)
