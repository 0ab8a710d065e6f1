"""Choose the kind of an assessor's next pair, given those served so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Literal, NamedTuple, TypeAlias

from regrade.serving.schedule import DueKind, Kind, Plan, Waiting, kinds_at, waiting_at

SpecialKind: TypeAlias = DueKind | Literal["qualification", "pilot"]

# An assessor with at most this many in hand, and nothing else to come, gets later dues early.
KEPT_AHEAD = 5


class State(NamedTuple):
    """State that determines an assessor's next pairs.

    The plan begins after the `n_before_plan` positions of a qualification round, and is in force
    from the position `first` on; `n_served` counts pairs of each kind since. Of all positions
    served, `n_done` are no longer in hand; `room` is the number that may be in hand under the
    quota.
    """

    plan: Plan
    by_topic: bool  # whether topics are served whole, and gold among their pairs
    in_order: bool  # as the pool has them: gold of another topic would stand out
    only: Literal["qualification", "pilot"] | None  # the one kind of such a round
    n_before_plan: int
    first: int
    repeat_after: int
    n_served: Mapping[DueKind, int]
    n_overlap_left: int
    n_done: int
    room: int | None  # None without a quota

    def after(self, kind: SpecialKind | Kind) -> State:
        """The state after serving a pair of this kind."""
        return self._replace(
            n_served={due: n + (due == kind) for due, n in self.n_served.items()},
            n_overlap_left=self.n_overlap_left - (kind == "overlap"),
        )

    def position_in_plan(self, position: int) -> int:
        """The position in the plan."""
        return max(1, position - self.n_before_plan)

    def n_left_of_quota(self, position: int) -> int | None:
        """Positions left of the quota, this one included; None without a quota."""
        return None if self.room is None else self.room - self._n_leased_before(position)

    def may_be_early(self, position: int) -> bool:
        """Whether overlap pairs may come early: only with few in hand, as shared pairs may
        return."""
        return self.n_overlap_left > 0 and self._n_leased_before(position) <= KEPT_AHEAD

    def _n_leased_before(self, position: int) -> int:
        return position - 1 - self.n_done


class Choice(NamedTuple):
    """A candidate for a position.

    A special pair `in_topic` belongs to the topic served last. A shared pair that `fits` continues
    that topic, or begins one with a pair of these kinds; otherwise this is a topic border.
    """

    kind: SpecialKind | Kind
    in_topic: bool = False
    fits: Sequence[DueKind] = ()


def next_kinds(state: State, position: int) -> Sequence[Choice]:
    """Candidates for a position, to try in order until one has a pair, without repetition.

    Without whole topics each kind stands at its own position; in the pool's order gold is of the
    topic served last, or comes not at all. Where topics are served whole, a
    pair of another topic would stand out in the middle of one. So what is due is

    1. a pair of the topic served last;
    2. a pair of any topic, once it has waited too long or the quota is nearly over;
    3. held back behind a shared pair, up to the topic's border;
    4. there, or where shared pairs have run out, a pair of any topic.

    A pilot goes topic by topic too.
    """
    if state.only:
        goes_on = (
            [Choice("pilot", in_topic=True)] if state.only == "pilot" and state.by_topic else []
        )
        return (*goes_on, Choice(state.only))
    if not state.by_topic:
        return _as_planned(state, position)
    early = [Choice("overlap")] if state.may_be_early(position) else []
    due, urgent = _due_at(state, position)
    if not due:
        return (Choice("shared"), *early)
    choices = [
        *(Choice(kind, in_topic=True) for kind in due),
        *(Choice(kind) for kind in urgent),
        Choice("shared", fits=due),
        *(Choice(kind) for kind in due),
        Choice("shared"),
        *early,
    ]
    return tuple(dict.fromkeys(choices))


def n_overlap_to_come(state: State, position: int, *, n_others: int, n_free: int) -> int:
    """Number of overlap pairs that the plan will interleave with the other pairs of a topic.

    Args:
        state: the state before the position.
        position: the next one to fill.
        n_others: other pairs of the topic still to be served in a row.
        n_free: overlap pairs of the topic not served yet.
    """
    n, before = 0, -1
    while n > before:
        # What is due right behind the last of them is still a pair of their topic.
        waiting = _waiting_at(state, position + n_others + n)
        n, before = min(n_free, sum(one.n for one in waiting if one.kind == "overlap")), n
    return n


def n_to_spare(state: State, position: int) -> int | None:
    """Quota left after overlap pairs and repeats still due; None without a quota."""
    n_left = state.n_left_of_quota(position)
    if n_left is None:
        return None
    n_repeats = _n_repeats_to_come(state, position, _waiting_at(state, position))
    return max(0, n_left - state.n_overlap_left - n_repeats)


def n_shared_in_row(state: State, position: int, last: int) -> int:
    """Number of consecutive positions, from this one on, that can hold shared pairs."""
    following = range(position + 1, last + 1)
    return 1 + sum(1 for _ in takewhile(lambda at: _is_shared(state, at), following))


def _is_shared(state: State, position: int) -> bool:
    return next_kinds(state, position)[0].kind == "shared"


def _as_planned(state: State, position: int) -> Sequence[Choice]:
    first, *others = kinds_at(
        state.position_in_plan(position),
        state.plan,
        n_left_of_quota=state.n_left_of_quota(position),
        n_overlap_left=state.n_overlap_left,
    )
    may_be_early = state.may_be_early(position)
    others = [kind for kind in others if kind != "overlap" or may_be_early]
    return tuple(
        Choice(kind, in_topic=state.in_order and kind == "gold") for kind in (first, *others)
    )


def _due_at(state: State, position: int) -> tuple[Sequence[DueKind], Sequence[DueKind]]:
    """Kinds waiting at a position, and those of them that can wait no longer.

    Once the quota only has room for pairs still due, nothing waits, and overlap pairs come early.
    """
    if _is_tight(state, position, n_others=0):
        return ("overlap",), ("overlap",)
    planned, waiting = state.position_in_plan(position), _waiting_at(state, position)
    kinds: Sequence[DueKind] = tuple(one.kind for one in waiting)
    if _is_tight(state, position, n_others=_n_repeats_to_come(state, position, waiting)):
        kinds = kinds or (("overlap",) if state.n_overlap_left else ())
        return kinds, kinds
    return kinds, tuple(one.kind for one in waiting if one.is_urgent(planned))


def _is_tight(state: State, position: int, *, n_others: int) -> bool:
    """Whether the quota only has room for these and all overlap pairs."""
    n_left = state.n_left_of_quota(position)
    return n_left is not None and n_left <= state.n_overlap_left + n_others


def _n_repeats_to_come(state: State, position: int, waiting: Sequence[Waiting]) -> int:
    """Number of repeats waiting, or due before the quota ends."""
    n = sum(one.n for one in waiting if one.kind == "repeat")
    n_left = state.n_left_of_quota(position)
    if n_left is not None:
        planned, repeat = state.position_in_plan(position), state.plan.repeat
        last = planned + n_left - 1
        n += repeat.n_due(last) - repeat.n_due(min(max(planned, state.repeat_after), last))
    return n


def _waiting_at(state: State, position: int) -> list[Waiting]:
    waiting = waiting_at(
        state.position_in_plan(position),
        state.plan,
        n_served=state.n_served,
        first=state.position_in_plan(state.first),
        repeat_after=state.repeat_after,
    )
    return [one for one in waiting if one.kind != "overlap" or state.n_overlap_left]
