from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import floor

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from regrade.serving.schedule import (
    MOST_HELD_BACK,
    NEVER,
    Drawn,
    DueKind,
    Kind,
    Plan,
    Rhythm,
    Waiting,
    kinds_at,
    plan_for,
    waiting_at,
)

MANY = 10**9  # overlap pairs left, where a test asks for the rhythm alone

every = st.integers(1, 12)


@st.composite
def rhythms(draw: st.DrawFn) -> Rhythm:
    per = draw(every)
    n = draw(st.integers(0, per))
    return Rhythm(n, per, draw(st.integers(0, per - 1)), draw(st.none() | st.integers(0, 9)))


plans = st.builds(Plan, rhythms(), rhythms(), rhythms())


@st.composite
def quotas(draw: st.DrawFn) -> tuple[int, int, Plan]:
    """A quota, how many overlap pairs lie within it, and a plan with gold and repeats."""
    quota = draw(st.integers(1, 40))
    n_overlap = draw(st.integers(0, quota))
    plan = plan_for(
        seed=draw(st.integers()),
        assessor=draw(st.integers(1, 200)),
        quota=quota,
        n_overlap=n_overlap,
        overlap_every=1,
        gold_every=draw(st.none() | every),
        repeat_every=draw(st.none() | every),
    )
    return quota, n_overlap, plan


def planned(
    *,
    assessor: int = 1,
    seed: int = 7,
    quota: int | None = 100,
    n_overlap: int = 10,
    gold_every: int | None = None,
    repeat_every: int | None = None,
) -> Plan:
    return plan_for(
        seed=seed,
        assessor=assessor,
        quota=quota,
        n_overlap=n_overlap,
        overlap_every=5,
        gold_every=gold_every,
        repeat_every=repeat_every,
    )


def due_at(position: int, plan: Plan) -> Kind:
    return kinds_at(position, plan, n_left_of_quota=None, n_overlap_left=MANY)[0]


def positions(kind: Kind, plan: Plan, n_positions: int) -> list[int]:
    return [at for at in range(1, n_positions + 1) if due_at(at, plan) == kind]


def one_after_another(plan: Plan, n_positions: int) -> list[str]:
    """The kinds of all positions, by a queue for each kind."""
    due = {kind: due_positions(rhythm, n_positions) for kind, rhythm in plan._asdict().items()}
    came: Counter[str] = Counter()
    taken = []
    for at in range(1, n_positions + 1):
        ready = [kind for kind in due if came[kind] < sum(place <= at for place in due[kind])]
        taken.append(ready[0] if ready else "shared")
        came[taken[-1]] += 1
    return taken


def due_positions(rhythm: Rhythm, n_positions: int) -> list[int]:
    """floor(first + i * every / n), as fractions have it."""
    n, per, phase, most = rhythm
    if n == 0:
        return []
    first = Fraction(per - phase + n - 1, n)
    at = [floor(first + i * Fraction(per, n)) for i in range(n_positions + 1)]
    return at[:most]


@given(rhythms())
def test_n_due_counts_evenly_spread_positions(rhythm: Rhythm) -> None:
    expected = [sum(at <= p for at in due_positions(rhythm, 60)) for p in range(61)]
    assert [rhythm.n_due(position) for position in range(61)] == expected


@given(plans)
@example(Plan(Rhythm(9, 10), Rhythm(1, 11, 5), NEVER))  # gold waits for long
def test_kinds_wait_for_their_turn(plan: Plan) -> None:
    assert [due_at(position, plan) for position in range(1, 61)] == one_after_another(plan, 60)


def test_kinds_that_collide_move_in_the_order_of_the_plan() -> None:
    plan = Plan(overlap=Rhythm(1, 5), gold=Rhythm(1, 5), repeat=Rhythm(1, 5))
    kinds = [due_at(position, plan) for position in range(4, 12)]
    repeated = ["overlap", "gold", "repeat", "shared", "shared"]
    assert kinds == ["shared", *repeated, *repeated[:2]]


def test_a_position_far_away_costs_no_more() -> None:
    """10^12 positions one after another would not end."""
    plan = Plan(overlap=Rhythm(1, 20), gold=Rhythm(1, 10), repeat=Rhythm(1, 10))
    assert [due_at(10**12 + i, plan) for i in range(4)] == ["overlap", "gold", "repeat", "shared"]


@given(quotas())
def test_overlap_pairs_lie_evenly_within_the_quota(case: tuple[int, int, Plan]) -> None:
    quota, n_overlap, plan = case
    at = positions("overlap", plan, quota + 40)
    assert len(at) == n_overlap
    assert all(position <= quota for position in at)
    gaps = {after - before for before, after in pairwise(at)}
    assert gaps <= {quota // max(n_overlap, 1), -(-quota // max(n_overlap, 1))}


@given(st.integers(), st.integers(1, 12), st.integers(1, 30))
def test_overlap_pairs_without_a_quota_come_once_in_so_many(
    seed: int, overlap_every: int, n_overlap: int
) -> None:
    plan = plan_for(
        seed=seed,
        assessor=1,
        quota=None,
        n_overlap=n_overlap,
        overlap_every=overlap_every,
        gold_every=None,
        repeat_every=None,
    )
    first, *others = positions("overlap", plan, overlap_every * n_overlap + 20)
    assert first <= overlap_every
    assert others == [first + overlap_every * i for i in range(1, n_overlap)]


def test_each_kind_begins_elsewhere_for_each_assessor() -> None:
    dealt = [planned(assessor=i, gold_every=10, repeat_every=10) for i in range(300)]
    for kind in ("overlap", "gold", "repeat"):
        firsts = Counter(getattr(plan, kind).n_due(5) for plan in dealt)
        assert 110 < firsts[0] < 190
    assert len({plan.gold.position_of(1) for plan in dealt}) == 10
    same = {plan.gold.position_of(1) == plan.repeat.position_of(1) for plan in dealt}
    assert same == {True, False}


def test_each_kind_begins_elsewhere_under_another_seed() -> None:
    assert len({planned(seed=seed).overlap.phase for seed in range(20)}) > 10


def test_plan_for_is_what_it_always_was() -> None:
    """Assessors in the middle of a campaign rest on it."""
    plan = planned(gold_every=10)
    assert plan == Plan(overlap=Rhythm(10, 100, 46, 10), gold=Drawn(10, "gold", 7, 1), repeat=NEVER)
    assert [plan.gold.position_of(number) for number in range(1, 8)] == [9, 14, 25, 31, 42, 57, 61]


@given(st.integers(), st.integers(1, 99), every)
def test_one_is_drawn_from_each_window(seed: int, assessor: int, per: int) -> None:
    gold = Drawn(per, "gold", seed, assessor)
    at = [gold.position_of(number) for number in range(1, 20)]
    assert [(position - 1) // per for position in at] == list(range(19))
    expected = [sum(one <= position for one in at) for position in range(19 * per + 1)]
    assert [gold.n_due(position) for position in range(19 * per + 1)] == expected


def test_nobody_can_count_on_the_place_within_a_window() -> None:
    gold = Drawn(10, "gold", 7, 1)
    places = Counter((gold.position_of(number) - 1) % 10 for number in range(1, 1001))
    assert len(places) == 10
    assert max(places.values()) < 150


@pytest.mark.parametrize(
    ("position", "n_left", "n_overlap_left", "kinds"),
    [
        (1, None, 3, ("shared", "overlap")),
        (1, None, 0, ("shared",)),
        (2, None, 3, ("overlap", "shared")),
        (2, None, 0, ("shared",)),  # due, but none is left
        (3, None, 3, ("gold", "shared", "overlap")),
        (3, None, 0, ("gold", "shared")),
        (5, None, 3, ("repeat", "shared", "overlap")),
        (1, 4, 3, ("shared", "overlap")),
        (1, 3, 3, ("overlap", "shared")),  # the last chance
        (3, 3, 3, ("overlap", "shared")),  # goes before what is due
        (3, 4, 3, ("gold", "shared", "overlap")),
        (1, 0, 0, ("shared",)),
    ],
)
def test_kinds_at_in_order_of_preference(
    position: int, n_left: int | None, n_overlap_left: int, kinds: tuple[Kind, ...]
) -> None:
    plan = Plan(overlap=Rhythm(1, 8, 6), gold=Rhythm(1, 8, 5), repeat=Rhythm(1, 8, 3))
    asked = kinds_at(position, plan, n_left_of_quota=n_left, n_overlap_left=n_overlap_left)
    assert asked == kinds


@given(quotas(), st.sets(st.integers(1, 40)))
def test_everyone_gets_all_overlap_pairs(case: tuple[int, int, Plan], missed: set[int]) -> None:
    """Although some positions got something else: pairs held by others, an older policy."""
    quota, n_overlap, plan = case
    left = n_overlap
    for position in range(1, quota + 1):
        n_left = quota - position + 1
        kind, *_ = kinds_at(position, plan, n_left_of_quota=n_left, n_overlap_left=left)
        left -= kind == "overlap" and not (position in missed and n_left > left)
    assert left == 0


def test_more_overlap_pairs_than_the_quota_leave_no_room() -> None:
    plan = planned(quota=5, n_overlap=9, gold_every=2)
    assert positions("overlap", plan, 5) == [1, 2, 3, 4, 5]


def test_without_anything_special_all_is_shared() -> None:
    plan = planned(n_overlap=0)
    asked = {kinds_at(i, plan, n_left_of_quota=100, n_overlap_left=0) for i in range(1, 50)}
    assert asked == {("shared",)}


@pytest.mark.parametrize("position", [0, -3])
def test_kinds_at_no_position_is_refused(position: int) -> None:
    with pytest.raises(ValueError, match=str(position)):
        kinds_at(position, planned(), n_left_of_quota=None, n_overlap_left=0)


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ({"quota": 0}, "overlap pairs .* 0"),
        ({"n_overlap": -1}, "-1 overlap pairs"),
        ({"gold_every": 0}, "gold pairs .* 0"),
        ({"repeat_every": -2}, "repeat pairs .* -2"),
    ],
)
def test_plan_for_numbers_that_make_none_is_refused(numbers: dict[str, int], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        planned(**numbers)


# Held back


def held_back(plan: Plan, fits: list[bool], repeat_after: int = 0) -> dict[int, DueKind]:
    """What comes at each position where something waits: only where it fits, or must come."""
    served: dict[int, DueKind] = {}
    for at, fit in enumerate(fits, start=1):
        ready = [one for one in waiting(at, plan, served) if fit or one.is_urgent(at)]
        if ready:
            served[at] = ready[0].kind
    return served


def waiting(position: int, plan: Plan, served: dict[int, DueKind] | None = None) -> list[Waiting]:
    n_served = Counter((served or {}).values())
    return waiting_at(position, plan, n_served=n_served, first=1, repeat_after=0)


@given(rhythms(), st.integers(1, 20))
def test_position_of_is_where_the_number_is_due(rhythm: Rhythm, number: int) -> None:
    assume(rhythm.n > 0)
    due = due_positions(rhythm._replace(most=None), 20)
    assert rhythm.position_of(number) == due[number - 1]


@given(plans)
def test_where_everything_fits_kinds_come_as_without_holding_back(plan: Plan) -> None:
    served = held_back(plan, [True] * 60)
    assert [served.get(at, "shared") for at in range(1, 61)] == one_after_another(plan, 60)


@given(st.integers(), every, st.lists(st.booleans(), min_size=1, max_size=150))
def test_what_is_held_back_is_moved_and_not_dropped(
    seed: int, gold_every: int, fits: list[bool]
) -> None:
    plan = planned(seed=seed, n_overlap=5, gold_every=gold_every + 3)
    served, n = held_back(plan, fits), len(fits)
    left: dict[str, int] = {one.kind: one.n for one in waiting(n + 1, plan, served)}
    for kind, rhythm in (("overlap", plan.overlap), ("gold", plan.gold)):
        came = sum(one == kind for one in served.values())
        assert came + left.get(kind, 0) == rhythm.n_due(n + 1)


@given(st.integers(), every)
def test_nothing_is_held_back_for_longer_than_it_may(seed: int, gold_every: int) -> None:
    plan = planned(seed=seed, n_overlap=0, gold_every=gold_every + 1)
    served = held_back(plan, [False] * 120)
    due = [at for at in range(1, 121) if plan.gold.n_due(at) > plan.gold.n_due(at - 1)]
    assert list(served) == [at + MOST_HELD_BACK for at in due if at + MOST_HELD_BACK <= 120]


def test_what_was_due_before_the_plan_was_in_force_is_forgotten() -> None:
    plan = Plan(overlap=NEVER, gold=Rhythm(1, 10), repeat=NEVER)
    assert waiting(35, plan) == [Waiting("gold", 3, since=10)]
    asked = waiting_at(35, plan, n_served={}, first=25, repeat_after=0)
    assert asked == [Waiting("gold", 1, since=30)]


def test_what_came_too_early_pays_for_what_is_due_later() -> None:
    plan = Plan(overlap=Rhythm(1, 10), gold=NEVER, repeat=NEVER)
    came: dict[int, DueKind] = dict.fromkeys((1, 2, 3), "overlap")
    assert waiting(30, plan, came) == []
    assert waiting(40, plan, came) == [Waiting("overlap", 1, since=40)]


def test_a_repeat_is_not_due_while_there_is_nothing_to_repeat() -> None:
    plan = Plan(overlap=NEVER, gold=NEVER, repeat=Rhythm(1, 4))
    asked = waiting_at(16, plan, n_served={}, first=1, repeat_after=10)
    assert asked == [Waiting("repeat", 2, since=12)]
