"""The schedule: which kind of pair is due at each of an assessor's positions.

`next_kinds` uses it to choose the next pair.

A plan depends only on positions, never on earlier pairs, so another process, or a retry after a
failed claim, gets the same answer. Where topics are served whole, due pairs may be delayed: the
number served of each kind then shows what is outstanding.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from regrade.given import explained
from regrade.serving.draws import draw

DueKind: TypeAlias = Literal["overlap", "gold", "repeat"]
Kind: TypeAlias = DueKind | Literal["shared"]
_IN_TURN: tuple[DueKind, ...] = ("overlap", "gold", "repeat")  # as in Plan
MOST_HELD_BACK = 30  # positions that a kind which is due waits for one where it fits


class Rhythm(NamedTuple):
    """Even spacing: `n` in every `every` positions, at most `most` in all.

    The i-th is due at floor(first + i * every / n), i = 0, 1, ..., reckoned in whole numbers so
    that no rounding moves one: gaps differ by at most 1, and any `every` positions hold `n`.
    """

    n: int
    every: int
    phase: int = 0  # from 0 to every - 1; the higher, the sooner the first is due
    most: int | None = None

    def n_due(self, position: int) -> int:
        """Number due up to and including a position; positions count from 1."""
        due = (position * self.n + self.phase) // self.every
        return due if self.most is None else min(due, self.most)

    def position_of(self, number: int) -> int:
        """Position at which the occurrence of this number is due; the first is number 1."""
        return -((self.phase - number * self.every) // self.n)


NEVER = Rhythm(n=0, every=1)


class Drawn(NamedTuple):
    """One in each window of `every` positions, at a random place, so that nobody can predict it."""

    every: int
    kind: str
    seed: int
    assessor: int

    @property
    def n(self) -> int:
        return 1

    def n_due(self, position: int) -> int:
        """As of `Rhythm`."""
        window, place = divmod(position - 1, self.every)
        return window + (place >= self._place(window))

    def position_of(self, number: int) -> int:
        """As of `Rhythm`."""
        return (number - 1) * self.every + self._place(number - 1) + 1

    def _place(self, window: int) -> int:
        return draw("schedule", self.kind, self.seed, self.assessor, window) % self.every


class Plan(NamedTuple):
    """Positions of each special kind for one assessor; earlier entries take precedence."""

    overlap: Rhythm
    gold: Rhythm | Drawn
    repeat: Rhythm | Drawn


@explained
def plan_for(
    *,
    seed: int,
    assessor: int,
    quota: int | None,
    n_overlap: int,
    overlap_every: int,
    gold_every: int | None,
    repeat_every: int | None,
) -> Plan:
    """The plan of one assessor; seed and assessor fix the positions of each kind.

    Args:
        seed: of the policy.
        assessor: id of the membership.
        quota: number of positions, with pairs of any kind; None without a limit.
        n_overlap: pairs that everyone judges, spread evenly over the quota; if they exceed it,
            nothing else is due.
        overlap_every: without a quota, one in so many positions holds an overlap pair.
        gold_every: one in so many positions holds a gold pair; None for none.
        repeat_every: one in so many positions holds a repeat; None for none.

    Raises:
        ValueError: a quota or a number of positions below 1, or `n_overlap` below 0.
    """
    if n_overlap < 0:
        raise ValueError(f"there cannot be {n_overlap} overlap pairs")
    n, per = (1, overlap_every) if quota is None else (quota, quota)
    for kind, every in (("overlap", per), ("gold", gold_every), ("repeat", repeat_every)):
        if every is not None and every < 1:
            raise ValueError(f"{kind} pairs cannot be spread over {every} positions")
    phase = draw("schedule", "overlap", seed, assessor) % per
    return Plan(
        overlap=Rhythm(min(n, n_overlap), per, phase, n_overlap),
        gold=NEVER if gold_every is None else Drawn(gold_every, "gold", seed, assessor),
        repeat=NEVER if repeat_every is None else Drawn(repeat_every, "repeat", seed, assessor),
    )


def n_repeats_with(
    n_first_looks: int, *, seed: int, assessor: int, repeat_every: int | None, repeat_after: int
) -> int:
    """Number of repeats due before an assessor has given so many first looks.

    Nothing can be repeated up to the position `repeat_after`. The other arguments are as for
    `plan_for`.
    """
    if repeat_every is None or repeat_every == 1:
        return 0  # of every position nothing is left for first looks: they come as repeats run out
    plan = plan_for(
        seed=seed,
        assessor=assessor,
        quota=None,
        n_overlap=0,
        overlap_every=1,
        gold_every=None,
        repeat_every=repeat_every,
    )
    n, before = 0, -1
    while n > before:  # each repeat moves the last first look on by one, where another may be due
        n, before = plan.repeat.n_due(n_first_looks + n) - plan.repeat.n_due(repeat_after), n
    return max(n, 0)


def kinds_at(
    position: int, plan: Plan, *, n_left_of_quota: int | None, n_overlap_left: int
) -> tuple[Kind, ...]:
    """Kinds for a position in order of preference, to try until one has a pair.

    Each kind is due at its own rhythm. Of several due at once the first in the plan takes the
    position; the others move to the next positions in turn and are not dropped. A kind without a
    pair left loses the position to the next kind.

    Args:
        position: from 1, counting everything the assessor is served, special pairs too.
        plan: the assessor's.
        n_left_of_quota: positions left of the assessor's quota, this one included; None without a
            quota. Once they only suffice for the overlap pairs left, each goes to an overlap pair,
            so that everyone gets all of these.
        n_overlap_left: overlap pairs that the assessor has not been served yet.

    Returns:
        At least "shared". "overlap" comes last when not due, in case shared pairs have run out, and
        is absent when none is left; gold and repeats appear only when due.

    Raises:
        ValueError: a position below 1.
    """
    if position < 1:
        raise ValueError(f"positions count from 1, {position} is none")
    is_last_chance = n_left_of_quota is not None and n_left_of_quota <= n_overlap_left
    first = "overlap" if is_last_chance else _due_at(position, plan)
    kinds: dict[Kind, None] = dict.fromkeys((first, "shared", "overlap"))
    return tuple(kind for kind in kinds if kind != "overlap" or n_overlap_left > 0)


class Waiting(NamedTuple):
    """`n` pairs of a kind that are overdue, the first since that position."""

    kind: DueKind
    n: int
    since: int

    def is_urgent(self, position: int) -> bool:
        return position - self.since >= MOST_HELD_BACK


def waiting_at(
    position: int, plan: Plan, *, n_served: Mapping[DueKind, int], first: int, repeat_after: int
) -> list[Waiting]:
    """Kinds due up to a position but not served before it, in the order of the plan.

    Each kind comes as often as planned, however long it is delayed.

    Args:
        position: from 1, the one to fill.
        plan: the assessor's.
        n_served: number of each kind served at positions from `first` on.
        first: first position under this plan; earlier dues are dropped.
        repeat_after: up to that position nothing can be repeated yet.
    """
    found = []
    for kind, rhythm in zip(_IN_TURN, plan, strict=True):
        start = max(first, repeat_after + 1) if kind == "repeat" else first
        n_due = rhythm.n_due(position)
        n = n_due - rhythm.n_due(start - 1) - n_served.get(kind, 0)
        if n > 0:
            found.append(Waiting(kind, n, rhythm.position_of(n_due - n + 1)))
    return found


def _due_at(position: int, plan: Plan) -> Kind:
    """The kind due at a position, where each position takes the first waiting kind."""
    waiting = dict.fromkeys(_IN_TURN, 0)
    due: Kind = "shared"
    for at in range(_decisive_from(position, plan), position + 1):
        for kind, rhythm in zip(_IN_TURN, plan, strict=True):
            waiting[kind] += rhythm.n_due(at) - rhythm.n_due(at - 1)
        due = next((kind for kind in _IN_TURN if waiting[kind]), "shared")
        if due != "shared":
            waiting[due] -= 1
    return due


def _decisive_from(position: int, plan: Plan) -> int:
    """Where to begin: nothing due before this position can still wait at the given one.

    While something waits, each position takes one of those due, and L positions bring fewer than
    L * load + m of them, for rhythms that fill the share `load` of all positions and m of 1 for
    each that is even and 2 for each that is drawn. So nothing waits for m / (1 - load) positions.
    Where the load is 1 or more there is no such bound.
    """
    load = sum(Fraction(rhythm.n, rhythm.every) for rhythm in plan)
    if load >= 1:
        return 1
    most = sum(2 if isinstance(rhythm, Drawn) else 1 for rhythm in plan if rhythm.n > 0)
    return max(1, position - int(most / (1 - load)))
