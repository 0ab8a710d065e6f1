from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from django.db import transaction

from annotation.database import roll_back_to
from annotation.models import CampaignState, Unit
from annotation.serving.queries import LEASE_IN_ORDER
from annotation.serving.seats import lease_in_topics
from annotation.serving.shared_pairs import lease_pairs
from annotation.serving.special_pairs import (
    NO_SPECIAL_PAIRS,
    SpecialKind,
    SpecialPairs,
    has_special_pair,
    lease_special_pair,
    topic_handed_out_last,
)
from annotation.serving.turn import Turn
from regrade.serving.schedule import (
    DueKind,
    Kind,
    Plan,
    Waiting,
    kinds_at,
    plan_for,
    waiting_at,
)

# Whoever has no more than this in hand, and nothing else to come, gets what is due later.
KEPT_AHEAD = 5


def lease_next(turn: Turn, special: SpecialPairs | None, *, room: int, n: int) -> None:
    """Lease up to `n` more pairs, at the positions that follow on the last one handed out.

    Special pairs stand where the plan has them; where whole topics are handed out, rather between
    pairs of their own topic, or at a topic's border. The caller holds the membership's lock.
    """
    if n < 1:
        return
    lease = _leasing(turn, special or NO_SPECIAL_PAIRS, room)
    position, last = turn.n_served + 1, turn.n_served + n
    while position <= last:
        n_leased = lease.at(position, last)
        if not n_leased:
            break
        position += n_leased


def _leasing(turn: Turn, special: SpecialPairs, room: int) -> _AsPlanned:
    is_plain = turn.is_qualifying or turn.state == CampaignState.PILOT
    has_any = special.n_overlap or turn.gold_every or turn.repeat_every
    if turn.unit == Unit.TOPICS and has_any and not is_plain:
        return _WhereItFits(turn, special, room)
    return _AsPlanned(turn, special, room)


class _AsPlanned:
    """Each kind at its own position."""

    def __init__(self, turn: Turn, special: SpecialPairs, room: int) -> None:
        self.turn, self.special, self.room = turn, special, room

    def at(self, position: int, last: int) -> int:
        """Lease what is due at a position, or the next best; shared pairs several at once."""
        for kind in self.kinds_at(position):
            if kind == "shared":
                n_leased = self.lease_shared(position, self.n_shared_in_row(position, last))
            else:
                n_leased = self.lease_special(kind, position)
            if n_leased:
                return n_leased
        return 0

    def kinds_at(self, position: int) -> Sequence[SpecialKind | Kind]:
        """What a position is to hold, in order of preference."""
        turn = self.turn
        if turn.is_qualifying:
            return ("qualification",)
        if turn.state == CampaignState.PILOT:
            return ("pilot",)
        if not self.special.n_overlap and not turn.gold_every and not turn.repeat_every:
            return ("shared",)
        first, *others = kinds_at(
            self.place_of(position),
            self.plan(),
            n_left_of_quota=self.n_left_of_quota(position),
            n_overlap_left=self.special.n_overlap_left,
        )
        may_be_early = self.may_be_early(position)
        return first, *(kind for kind in others if kind != "overlap" or may_be_early)

    def plan(self) -> Plan:
        turn = self.turn
        return plan_for(
            seed=turn.policy_seed,
            assessor=turn.me,
            quota=turn.quota,
            n_overlap=self.special.n_overlap,
            overlap_every=turn.overlap_every,
            gold_every=turn.gold_every,
            repeat_every=turn.repeat_every,
        )

    def place_of(self, position: int) -> int:
        """The position in the plan: the qualification round comes before it."""
        return max(1, position - self.special.n_qualification_served)

    def n_held_before(self, position: int) -> int:
        return self.turn.n_held + position - self.turn.n_served - 1

    def may_be_early(self, position: int) -> bool:
        """Shared pairs that have ended for now may come again, as when others leave some."""
        return self.n_held_before(position) <= KEPT_AHEAD

    def n_left_of_quota(self, position: int) -> int | None:
        return None if self.turn.quota is None else self.room - self.n_held_before(position)

    def n_shared_in_row(self, position: int, last: int) -> int:
        """How many positions, from this one on, ask for shared pairs first."""
        following = range(position + 1, last + 1)
        return 1 + sum(1 for _ in takewhile(self.is_shared, following))

    def is_shared(self, position: int) -> bool:
        return self.kinds_at(position)[0] == "shared"

    def lease_shared(self, position: int, n: int) -> int:
        if self.turn.unit == Unit.TOPICS:
            return lease_in_topics(self.turn, n=n, first=position)
        return lease_pairs(self.turn, LEASE_IN_ORDER, n=n, first=position)

    def lease_special(self, kind: SpecialKind, position: int, topic: int | None = None) -> int:
        n_leased = lease_special_pair(self.turn, kind, position, topic=topic)
        if kind == "overlap":
            n_left = self.special.n_overlap_left - n_leased
            self.special = self.special._replace(n_overlap_left=n_left)
        return n_leased


class _WhereItFits(_AsPlanned):
    """Each kind once its position has come, as soon as it does not stand out.

    In the middle of a topic a pair of another one would: so a pair of the topic handed out last is
    preferred, and where there is none the kind waits for the topic's border, unless it has waited
    too long or the quota is nearly over.
    """

    def __init__(self, turn: Turn, special: SpecialPairs, room: int) -> None:
        super().__init__(turn, special, room)
        self.first = special.first
        self.n_served: dict[DueKind, int] = {
            "overlap": special.n_overlap_served,
            "gold": special.n_gold_served,
            "repeat": special.n_repeat_served,
        }

    def at(self, position: int, last: int) -> int:
        n_leased = self.lease_at(position, last)
        if n_leased and self.first is None:
            self.first = position
        return n_leased

    def lease_at(self, position: int, last: int) -> int:
        kinds, urgent = self.due_at(position)
        if not kinds:
            n_leased = self.lease_shared(position, self.n_shared_in_row(position, last))
            return n_leased or self.lease_early(position)
        topic = topic_handed_out_last(self.turn)
        tried = [(kind, topic) for kind in kinds if topic]
        for kind, where in [*tried, *((kind, None) for kind in urgent)]:
            if self.lease_special(kind, position, where):
                return 1
        if self.lease_within(topic, position, kinds):
            return 1
        return self.lease_any(kinds, position)

    def due_at(self, position: int) -> tuple[Sequence[DueKind], Sequence[DueKind]]:
        """The kinds that wait for a place, and those of them that wait no longer.

        Once the quota has no more room than what is still to come, nothing waits, and overlap
        pairs come before they are due.
        """
        if self.is_tight(position, n_others=0):
            return ("overlap",), ("overlap",)
        place, waiting = self.place_of(position), self.waiting_at(position)
        kinds: list[DueKind] = [one.kind for one in waiting]
        if self.is_tight(position, n_others=self.n_others_to_come(position, waiting)):
            kinds = kinds or (["overlap"] if self.special.n_overlap_left else [])
            return kinds, kinds
        return kinds, [one.kind for one in waiting if one.is_urgent(place)]

    def is_tight(self, position: int, *, n_others: int) -> bool:
        """Whether the quota has no more room than these and all overlap pairs."""
        n_left = self.n_left_of_quota(position)
        return n_left is not None and n_left <= self.special.n_overlap_left + n_others

    def n_others_to_come(self, position: int, waiting: Sequence[Waiting]) -> int:
        """Gold pairs and repeats that wait, or will be due before the quota is over."""
        n_waiting = {one.kind: one.n for one in waiting}
        n_gold, n_repeats = n_waiting.get("gold", 0), n_waiting.get("repeat", 0)
        n_left = self.n_left_of_quota(position)
        if n_left is not None:
            place, plan = self.place_of(position), self.plan()
            last = place + n_left - 1
            n_gold += plan.gold.n_due(last) - plan.gold.n_due(place)
            begun = min(max(place, self.turn.repeat_after), last)
            n_repeats += plan.repeat.n_due(last) - plan.repeat.n_due(begun)
        return min(n_gold, self.special.n_gold_left) + n_repeats

    def waiting_at(self, position: int) -> list[Waiting]:
        waiting = waiting_at(
            self.place_of(position),
            self.plan(),
            n_served=self.n_served,
            first=self.place_of(self.first or position),
            repeat_after=self.turn.repeat_after,
        )
        return [one for one in waiting if self.has_left(one.kind)]

    def has_left(self, kind: DueKind) -> bool:
        left = {"overlap": self.special.n_overlap_left, "gold": self.special.n_gold_left}
        return left.get(kind, 1) > 0

    def is_shared(self, position: int) -> bool:
        return not self.due_at(position)[0]

    def lease_special(self, kind: SpecialKind, position: int, topic: int | None = None) -> int:
        n_leased = super().lease_special(kind, position, topic)
        if n_leased and kind in ("overlap", "gold", "repeat"):
            self.n_served[kind] += 1
        return n_leased

    def lease_within(self, topic: int | None, position: int, kinds: Sequence[DueKind]) -> int:
        """A shared pair of the topic, or of another one that has a pair of what waits."""
        savepoint = transaction.savepoint()
        n_leased = self.lease_shared(position, 1)
        following = topic_handed_out_last(self.turn) if n_leased else None
        fits = (
            following is None
            or following == topic
            or any(has_special_pair(self.turn, kind, position, topic=following) for kind in kinds)
        )
        if fits:
            transaction.savepoint_commit(savepoint)
            return n_leased
        roll_back_to(savepoint)
        return 0

    def lease_any(self, kinds: Sequence[DueKind], position: int) -> int:
        """At a topic's border, or where shared pairs have run out."""
        for kind in kinds:
            if self.lease_special(kind, position):
                return 1
        return self.lease_shared(position, 1) or self.lease_early(position)

    def lease_early(self, position: int) -> int:
        """An overlap pair that is not due yet, when there is nothing else and little in hand."""
        if not self.may_be_early(position) or not self.special.n_overlap_left:
            return 0
        return self.lease_special("overlap", position)
