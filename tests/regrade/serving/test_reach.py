from __future__ import annotations

import tracemalloc
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from regrade.serving import shortfall
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
        # c has had nothing that a could not give: raising c's quota gains nothing
        (
            open_pairs((10, 1, ""), (10, 1, "bc")),
            {"a": 0, "b": None, "c": 0},
            Reach(10, 10, 0, 0, ("a",)),
        ),
        # all rooms are used up, and yet only c could give more: a gives each of the five already
        (
            open_pairs((3, 1, ""), (5, 2, "bd")),
            {"a": 6, "b": 0, "c": 1, "d": 2},
            Reach(9, 4, 0, 0, ("c",)),
        ),
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


def least_cut(
    pairs: Sequence[OpenPairs[int]], room: Mapping[int, int | None]
) -> tuple[int, Sequence[int]]:
    """The most judgments, by the smallest of all cuts, and whom each such cut takes the room of."""
    cuts = list[tuple[int, set[int]]]()
    bound = [one for one, n in room.items() if n is not None]
    for size in range(len(bound) + 1):
        for taken in map(set, combinations(bound, size)):
            others = set(room) - taken
            of_pairs = sum(n * min(k, len(others - {*had})) for n, k, had in pairs)
            cuts.append((sum(room[one] or 0 for one in taken) + of_pairs, taken))
    least = min(n for n, _ in cuts)
    return least, sorted(set.intersection(*(taken for n, taken in cuts if n == least)))


many_groups = st.lists(
    st.builds(
        OpenPairs,
        st.integers(0, 30),
        st.integers(0, 3),
        st.sets(st.integers(0, 5), max_size=3).map(lambda had: tuple(had)),
    ),
    max_size=9,
)
six_rooms = st.dictionaries(st.integers(0, 5), st.none() | st.integers(0, 60), min_size=2)


@given(many_groups, six_rooms, st.sampled_from([1, 8]))
@example([OpenPairs(7, 1, ()), OpenPairs(7, 1, (1,))], {0: 9, 1: 0}, 1)
@example([OpenPairs(3, 1, ()), OpenPairs(5, 2, (1, 3))], {0: 6, 1: 0, 2: 1, 3: 2}, 1)
def test_reach_is_the_least_cut_and_names_quotas_that_gain_if_raised(
    pairs: Sequence[OpenPairs[int]], room: Mapping[int, int | None], n_edges: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shortfall, "N_EDGES", n_edges)
        found = reach(pairs, room)
    assert (found.n_possible, list(found.quotas)) == least_cut(pairs, room)


@pytest.mark.parametrize("most", [1_200, 60_000])  # settled by sums, and by a flow
def test_reach_of_many_groups_and_people_takes_little_memory(most: int) -> None:
    rng = np.random.default_rng(0)
    had = rng.integers(0, 200, (53_000, 2))
    pairs = [OpenPairs(2, 3, tuple(one)) for one in had.tolist()]
    room = dict.fromkeys(range(200), 1_200) | {0: most, 1: most}
    tracemalloc.start()
    found = reach(pairs, room)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (found.n_possible < 3 * 106_000, peak < 120e6) == (most == 1_200, True)


@pytest.mark.parametrize(("joining_room", "n"), [(None, 1), (50, 20), (999, 2), (1000, 1)])
def test_people_who_join_have_a_quota_too(joining_room: int | None, n: int) -> None:
    pairs = open_pairs((1000, 1, "a"))
    assert reach(pairs, {"a": None}, joining_room=joining_room).n_people == n


def test_reach_refuses_a_negative_number() -> None:
    with pytest.raises(ValueError, match="from 0 on"):
        reach([OpenPairs[str](-1, 1, ())], {})
