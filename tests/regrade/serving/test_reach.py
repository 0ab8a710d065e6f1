from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.serving.reach import OpenPairs, Reach, reach


def open_pairs(*groups: tuple[int, int, str]) -> list[OpenPairs[str]]:
    """Groups of a number of pairs, the judgments that each wants, and who had them."""
    return [OpenPairs(n, wanted, tuple(had)) for n, wanted, had in groups]


FREE: Mapping[str, int | None] = dict.fromkeys("abc")


@pytest.mark.parametrize(
    ("pairs", "room", "found"),
    [
        # without a quota everybody can give one of each pair that they have not had
        (open_pairs((6, 2, "")), FREE, Reach(12, 0, 0, 0, ())),
        # a further judgment where all at work have answered
        (open_pairs((6, 1, "abc")), FREE, Reach(0, 0, 6, 1, ())),
        # other pairs that somebody has not had are no help there: nothing is wanted of them
        (open_pairs((6, 1, "abc"), (9, 0, "ab")), FREE, Reach(0, 0, 6, 1, ())),
        # three judgments with two at work take one more person
        (open_pairs((4, 3, "")), {"a": None, "b": None}, Reach(8, 0, 4, 1, ())),
        # nobody is at work
        (open_pairs((4, 3, "")), {}, Reach(0, 0, 12, 3, ())),
        # quotas are in the way of a and b
        (open_pairs((10, 2, "")), {"a": 4, "b": 5, "c": None}, Reach(19, 1, 0, 0, ("a", "b"))),
        # c makes up for a's quota
        (open_pairs((10, 2, "")), {"a": 0, "b": None, "c": None}, Reach(20, 0, 0, 0, ())),
        # b's room is of no use where b had all, so a's quota is in the way
        (open_pairs((5, 1, "b")), {"a": 2, "b": 9}, Reach(2, 3, 0, 0, ("a",))),
        # both at once: the fourth judgment takes a person, the rest quotas
        (open_pairs((2, 3, "a")), {"a": 0, "b": 1, "c": None}, Reach(3, 1, 2, 1, ("b",))),
        (open_pairs(), FREE, Reach(0, 0, 0, 0, ())),
    ],
)
def test_reach_of_constructed_cases(
    pairs: Sequence[OpenPairs[str]], room: Mapping[str, int | None], found: Reach[str]
) -> None:
    assert reach(pairs, room) == found


groups = st.tuples(st.integers(0, 2), st.integers(0, 2), st.sets(st.sampled_from("abc")))
rooms = st.dictionaries(st.sampled_from("abc"), st.none() | st.integers(0, 3))


def most_by_trying(wanted: Sequence[tuple[int, frozenset[str]]], room: Mapping[str, int]) -> int:
    """The most judgments, by every choice of people for every pair."""
    if not wanted:
        return 0
    (n, able), *others = wanted
    best = 0
    for size in range(min(n, len(able)) + 1):
        for who in combinations(sorted(able), size):
            if all(room[one] for one in who):
                rest = {one: left - (one in who) for one, left in room.items()}
                best = max(best, size + most_by_trying(others, rest))
    return best


@given(st.lists(groups, max_size=2), rooms)
def test_reach_is_what_trying_all_finds(
    given_groups: Sequence[tuple[int, int, set[str]]], room: Mapping[str, int | None]
) -> None:
    found = reach([OpenPairs(n, k, tuple(had)) for n, k, had in given_groups], room)
    each = [(k, frozenset(set(room) - had)) for n, k, had in given_groups for _ in range(n)]
    filled = {one: 99 if left is None else left for one, left in room.items()}
    assert found.n_possible == most_by_trying(each, filled)
    n_in_all = sum(n * k for n, k, _ in given_groups)
    assert found.n_possible + found.n_by_quotas + found.n_by_people == n_in_all


def test_reach_refuses_a_negative_number() -> None:
    with pytest.raises(ValueError, match="from 0 on"):
        reach([OpenPairs[str](-1, 1, ())], {})
