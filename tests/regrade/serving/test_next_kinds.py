from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from regrade.serving.next_kinds import (
    KEPT_AHEAD,
    Choice,
    State,
    n_overlap_to_come,
    n_shared_in_row,
    next_kinds,
)
from regrade.serving.schedule import MOST_HELD_BACK, NEVER, DueKind, Plan, Rhythm, plan_for

every = st.none() | st.integers(2, 9)
positions = st.integers(1, 60)


def state_with(plan: Plan, *, n_overlap: int = 0, quota: int | None = None) -> State:
    """Of an assessor who begins, and answers each pair before the next one."""
    return State(
        plan=plan,
        by_topic=True,
        in_order=False,
        only=None,
        n_before_plan=0,
        first=1,
        repeat_after=0,
        n_served={"overlap": 0, "gold": 0, "repeat": 0},
        n_overlap_left=n_overlap,
        n_done=0,
        room=quota,
    )


@st.composite
def states(draw: st.DrawFn) -> State:
    n_overlap = draw(st.integers(0, 12))
    quota = draw(st.none() | st.integers(max(n_overlap, 1), 60))
    plan = plan_for(
        seed=draw(st.integers(0, 999)),
        assessor=draw(st.integers(1, 99)),
        quota=quota,
        n_overlap=n_overlap,
        overlap_every=draw(st.integers(2, 9)),
        gold_every=draw(every),
        repeat_every=draw(every),
    )
    return state_with(plan, n_overlap=n_overlap, quota=quota)


def served(state: State, n: int, has_pair: Callable[[Choice], bool]) -> list[Choice]:
    """The choice taken at each of `n` positions, the first that has a pair."""
    taken = []
    for position in range(1, n + 1):
        choice = next(one for one in next_kinds(state, position) if has_pair(one))
        taken.append(choice)
        state = state.after(choice.kind)
        if state.room is not None:
            state = state._replace(n_done=position, room=state.room - 1)
    return taken


def is_anywhere(choice: Choice) -> bool:
    """Pairs of every kind, none in the topic in hand, which has no end."""
    return not choice.in_topic


@given(states(), positions)
def test_every_choice_stands_there_once(state: State, position: int) -> None:
    for one in (state, state._replace(by_topic=False)):
        choices = next_kinds(one, position)
        assert len(set(choices)) == len(choices)
        assert Choice("shared") in choices


@given(states(), positions)
def test_what_is_due_comes_from_the_topic_in_hand_first(state: State, position: int) -> None:
    choices = next_kinds(state, position)
    in_topic = [one.kind for one in choices if one.in_topic]
    if not in_topic:
        assert choices[0] == Choice("shared")
    else:
        assert [one.kind for one in choices[: len(in_topic)]] == in_topic
        assert [one.fits for one in choices if one.fits] == [tuple(in_topic)]


@given(states())
def test_nothing_comes_twice(state: State) -> None:
    """Where the topic in hand has pairs of every kind."""
    n_due = {kind: rhythm.n_due(60) for kind, rhythm in state.plan._asdict().items()}
    taken = served(state._replace(room=None), 60, lambda one: True)
    counts = Counter(str(choice.kind) for choice in taken)
    assert {kind: n for kind, n in n_due.items() if counts[kind] > n} == {}


@given(st.integers(1, 9), st.integers(0, 8))
def test_a_kind_comes_as_often_as_it_is_due(every: int, phase: int) -> None:
    gold = Rhythm(n=1, every=every, phase=phase % every)
    taken = served(state_with(Plan(NEVER, gold, NEVER)), 60, lambda one: True)
    assert taken.count(Choice("gold", in_topic=True)) == gold.n_due(60)


@given(st.integers(1, 9), st.sampled_from(["overlap", "repeat"]))
def test_what_waits_is_held_back_no_longer_than_it_may_be(phase: int, kind: DueKind) -> None:
    rhythm = Rhythm(n=1, every=100, phase=100 - phase)
    plan = Plan(NEVER, NEVER, NEVER)._replace(**{kind: rhythm})
    taken = served(state_with(plan, n_overlap=9), phase + MOST_HELD_BACK, is_anywhere)
    assert taken == [
        *[Choice("shared")] * (phase - 1),
        *[Choice("shared", fits=(kind,))] * MOST_HELD_BACK,
        Choice(kind),
    ]


@given(states(), positions)
def test_in_the_pools_order_gold_is_a_pair_of_the_topic_in_hand(
    state: State, position: int
) -> None:
    by_pairs = state._replace(by_topic=False, in_order=True)
    gold = [choice for choice in next_kinds(by_pairs, position) if choice.kind == "gold"]
    assert all(choice.in_topic for choice in gold)


@pytest.mark.parametrize(
    ("n_others", "n_free", "expected"),
    [
        (3, 5, 0),  # the first is due at the fifth position
        (4, 5, 1),  # right behind the last of the topic
        (5, 0, 0),
        (8, 5, 2),  # with the first the tenth position is next
        (30, 2, 2),
    ],
)
def test_a_topic_counts_what_will_come_with_it(n_others: int, n_free: int, expected: int) -> None:
    state = state_with(Plan(Rhythm(1, 5), NEVER, NEVER), n_overlap=n_free)
    assert n_overlap_to_come(state, 1, n_others=n_others, n_free=n_free) == expected


@given(states(), st.data())
def test_the_quota_has_room_for_all_overlap_pairs(state: State, data: st.DataObject) -> None:
    """Also where less is left of it than the plan was made for."""
    assume(state.room)
    room = data.draw(st.integers(state.n_overlap_left, state.room or 0))
    taken = served(state._replace(room=room), room, is_anywhere)
    assert taken.count(Choice("overlap")) == state.n_overlap_left


@given(states(), positions, st.integers(0, 15))
def test_overlap_pairs_come_early_only_to_those_with_little_in_hand(
    state: State, position: int, n_leased: int
) -> None:
    """That is where no other kind has a pair."""
    state = state._replace(
        room=None, n_done=position - 1 - n_leased, plan=Plan(NEVER, NEVER, NEVER)
    )
    is_early = Choice("overlap") in next_kinds(state, position)
    assert is_early == (n_leased <= KEPT_AHEAD and state.n_overlap_left > 0)


@given(states(), positions, st.integers(0, 5))
def test_positions_in_a_row_ask_for_shared_pairs_first(
    state: State, position: int, n_more: int
) -> None:
    last = position + n_more
    n = n_shared_in_row(state, position, last)
    firsts = [next_kinds(state, at)[0].kind for at in range(position + 1, last + 1)]
    assert firsts[: n - 1] == ["shared"] * (n - 1)
    assert firsts[n - 1 : n] != ["shared"]


def test_a_round_of_its_own_holds_one_kind() -> None:
    state = state_with(Plan(NEVER, Rhythm(n=1, every=1), NEVER), n_overlap=3)
    pilot = state._replace(only="pilot", by_topic=False)
    assert next_kinds(pilot, 1) == (Choice("pilot"),)
    in_topic = Choice("pilot", in_topic=True)
    assert next_kinds(pilot._replace(by_topic=True), 1) == (in_topic, Choice("pilot"))
    assert next_kinds(state._replace(only="qualification"), 1) == (Choice("qualification"),)
