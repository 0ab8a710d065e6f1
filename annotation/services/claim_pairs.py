from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from django.db import transaction

from annotation.models import CampaignState, Membership, Unit
from annotation.services.claim_queries import (
    IN_HAND,
    LEASE_IN_ORDER,
    LEAVE_SEATS,
    LEFT_FOR_ME,
    RENEW_LEASES,
    run,
)
from annotation.services.lease_pairs import lease_pairs
from annotation.services.lease_special_pair import (
    SpecialKind,
    SpecialPairs,
    lease_special_pair,
    special_pairs,
)
from annotation.services.take_seats import lease_in_topics
from annotation.services.turn import Turn, take_turn
from annotation.serving.schedule import Kind, kinds_at, plan_for

MAX_CLAIM = 5


class Nothing(StrEnum):
    """Why there is nothing to judge."""

    FINISHED = "finished"
    HELD_BY_OTHERS = "held_by_others"
    QUOTA = "quota"
    NO_ASSESSOR = "no_assessor"
    NOTICE = "notice"
    NOT_QUALIFIED = "not_qualified"
    SUSPENDED = "suspended"
    WITHDRAWN = "withdrawn"
    NOT_OPEN = "not_open"


class HeldPair(NamedTuple):
    """A slot in an assessor's hand, with what there is to judge."""

    slot_id: int
    campaign_pair_id: int
    topic_id: int
    position: int
    occasion: int
    leased_until: datetime
    query: str
    description: str
    narrative: str
    title: str
    text: str


class Claim(NamedTuple):
    """The pairs an assessor now holds, in the order in which they are to be judged.

    When there are none though some were asked for, `nothing` says why, and `free_at` when that
    may change.
    """

    turn: Turn
    held: Sequence[HeldPair]
    nothing: Nothing | None = None
    free_at: datetime | None = None


@transaction.atomic
def claim_pairs(*, membership: Membership, n: int) -> Claim:
    """Lease the assessor up to `n` pairs, those already held among them.

    What comes next says the serving policy in force: whole topics, in which the assessor takes a
    seat, or single pairs in the campaign's order, and in between what its plan has due. Two
    assessors asking at once get different slots; one assessor asking twice at once (two tabs)
    gets the same ones. A pair is never leased to more people than it has open slots.
    """
    turn = take_turn(membership.pk)
    special = special_pairs(turn) if turn.has_special_pairs else None
    room = _room(turn, special)
    if refusal := _refusal(turn, room):
        if refusal == Nothing.QUOTA:
            run(LEAVE_SEATS, turn)
        return Claim(turn, (), refusal)
    if turn.has_old_leases:
        run(RENEW_LEASES, turn)
    _lease(turn, special, room, min(n, MAX_CLAIM, room) - turn.n_held)
    held = [HeldPair._make(row) for row in run(IN_HAND, turn)]
    return Claim(turn, held) if held or n < 1 else _nothing_left(turn)


def _refusal(turn: Turn, room: int) -> Nothing | None:
    if turn.withdrawn_at is not None:
        return Nothing.WITHDRAWN
    if turn.suspended_at is not None:
        return Nothing.SUSPENDED
    if not turn.is_assessor:
        return Nothing.NO_ASSESSOR
    if not turn.takes_judgments:
        return Nothing.NOT_OPEN
    if turn.lacks_consent:
        return Nothing.NOTICE
    if turn.is_qualifying and turn.n_attempts >= turn.max_attempts:
        return Nothing.NOT_QUALIFIED
    return Nothing.QUOTA if room <= 0 else None


def _room(turn: Turn, special: SpecialPairs | None) -> int:
    """How many pairs the assessor may hold at once; qualifying takes nothing off the quota."""
    if turn.quota is None or turn.is_qualifying:
        return MAX_CLAIM
    n_qualifying = special.n_qualification_answered if special else 0
    return turn.quota - turn.n_answered + n_qualifying


def _lease(turn: Turn, special: SpecialPairs | None, room: int, n: int) -> None:
    """Lease up to `n` more pairs, at the positions that follow on the last one handed out."""
    due = _Due(turn, special, room)
    position, last = turn.n_served + 1, turn.n_served + n
    while position <= last:
        n_leased, kind = _lease_at(due, position, last)
        if not n_leased:
            break
        position += n_leased
        if kind == "overlap":
            due = due.after_overlap()


class _Due(NamedTuple):
    """Which kinds an assessor's next positions ask for."""

    turn: Turn
    special: SpecialPairs | None  # none when the campaign has nothing but regular pairs
    room: int

    def after_overlap(self) -> _Due:
        """When one more overlap pair is in hand."""
        if self.special is None:
            return self
        n_left = self.special.n_overlap_left - 1
        return self._replace(special=self.special._replace(n_overlap_left=n_left))

    def n_held_before(self, position: int) -> int:
        return self.turn.n_held + position - self.turn.n_served - 1

    def kinds_at(self, position: int) -> tuple[SpecialKind | Kind, ...]:
        """What a position is to hold, in order of preference."""
        turn = self.turn
        if turn.is_qualifying:
            return ("qualification",)
        if turn.state == CampaignState.PILOT:
            return ("pilot",)
        if self.special is None and turn.repeat_every is None:
            return ("shared",)
        special = self.special or SpecialPairs(0, 0, 0, 0)
        plan = plan_for(
            seed=turn.policy_seed,
            assessor=turn.me,
            quota=turn.quota,
            n_overlap=special.n_overlap,
            overlap_every=turn.overlap_every,
            gold_every=turn.gold_every,
            repeat_every=turn.repeat_every,
        )
        n_held = self.n_held_before(position)
        first, *others = kinds_at(
            max(1, position - special.n_qualification_served),
            plan,
            n_left_of_quota=None if turn.quota is None else self.room - n_held,
            n_overlap_left=special.n_overlap_left,
        )
        # Where shared pairs end for now, as at a topic's border, what is due later waits for the
        # hand to be empty.
        return first, *(kind for kind in others if kind != "overlap" or not n_held)

    def n_shared_in_row(self, position: int, last: int) -> int:
        """How many positions, from this one on, ask for shared pairs first."""
        following = range(position + 1, last + 1)
        return 1 + sum(1 for _ in takewhile(lambda p: self.kinds_at(p)[0] == "shared", following))


def _lease_at(due: _Due, position: int, last: int) -> tuple[int, SpecialKind | Kind]:
    """Lease the kind that is due at a position, or the next best; shared pairs several at once."""
    n_leased = 0
    for kind in due.kinds_at(position):
        if kind == "shared":
            n = due.n_shared_in_row(position, last)
            n_leased = _lease_shared(due.turn, position, due.n_held_before(position), n)
        else:
            n_leased = lease_special_pair(due.turn, kind, position)
        if n_leased:
            break
    return n_leased, kind


def _lease_shared(turn: Turn, position: int, n_held: int, n: int) -> int:
    if turn.unit == Unit.TOPICS:
        return lease_in_topics(turn, n=n, n_held=n_held, first=position)
    return lease_pairs(turn, LEASE_IN_ORDER, n=n, first=position)


def _nothing_left(turn: Turn) -> Claim:
    if turn.is_qualifying or turn.state == CampaignState.PILOT:
        return Claim(turn, (), Nothing.FINISHED)
    [(is_left, free_at)] = run(LEFT_FOR_ME, turn)
    if is_left:
        return Claim(turn, (), Nothing.HELD_BY_OTHERS, free_at)
    return Claim(turn, (), Nothing.FINISHED)
