from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil
from typing import NamedTuple

from annotation.database import tried_again
from annotation.models import CampaignState, Membership
from annotation.serving.claim_context import (
    ClaimContext,
    fetch,
    lock_claim_context,
    read_claim_context,
)
from annotation.serving.lease_next import Course, lease_next
from annotation.serving.seats import is_choosing
from annotation.serving.special_pairs import SpecialPairs, special_pairs

# What an assessor holds at most, so that they can go on where there is no network for a while; one
# claim leases only some of it, so that none takes long.
MAX_LEASED = 15
MAX_CLAIM = 5
# Who waits keeps their turn if they ask again within this time; their page asks twice as often.
ASKS_WITHIN_S = 60
# When to ask again for pairs that are being chosen, or that others' answers must come before.
CHOSEN_WITHIN, OTHERS_JUDGE_WITHIN = timedelta(seconds=1), timedelta(seconds=20)


class Nothing(StrEnum):
    """Reasons for an empty claim."""

    FINISHED = "finished"
    HELD_BY_OTHERS = "held_by_others"
    CHOOSING = "choosing"  # further pairs of a pool that learns
    QUOTA = "quota"
    NO_ASSESSOR = "no_assessor"
    NOTICE = "notice"
    NOT_QUALIFIED = "not_qualified"
    SUSPENDED = "suspended"
    WITHDRAWN = "withdrawn"
    NOT_OPEN = "not_open"


class LeasedPair(NamedTuple):
    """A slot leased to an assessor, with its pair."""

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
    """Pairs leased to an assessor, in judging order.

    If pairs were requested and none were leased, `nothing` says why and `free_at` when that may
    change. `course` is the assessor's place in their plan after the last of these pairs.
    """

    context: ClaimContext
    leased: Sequence[LeasedPair]
    nothing: Nothing | None = None
    free_at: datetime | None = None
    course: Course | None = None

    @property
    def free_in_s(self) -> int | None:
        """Whole seconds until `free_at`."""
        if self.free_at is None:
            return None
        return ceil((self.free_at - self.context.now).total_seconds())


@tried_again
def claim_pairs(*, membership: Membership, n: int) -> Claim:
    """Lease the assessor up to `n` pairs, those already leased among them, a few more at a time.

    How the next pair is chosen:

    1. Lock the membership, so that two tabs of an assessor get the same pairs, and read what
       decides (`read_claim_context.sql`, `special_pairs`).
    2. Give back leases on later topics if the topic in hand has another pair.
    3. End here, with the reason, if the assessor may not judge or has no quota left (frees seats).
    4. Renew leases and seats, and continue at the position after the last one served.
    5. List what the position may hold, in order of preference (`next_kinds`): the only kind of a
       pilot or qualification round; what the plan has due; a shared pair.
    6. Take the first of these that has a pair. A special pair gets a personal slot
       (`special_pairs.py`). A single shared pair is the next free one in the campaign's order,
       from a point drawn for this assessor and position if the order is random.
    7. If whole topics are served, take the shared pair from the first of: topics in which the
       assessor has a seat, the one in hand first; a free seat in a new topic, a begun one, or one
       idle for a day; spare slots; the seat of somebody away; topics all others left (`seats.py`).
       The gold pairs of these topics come at places drawn among the topic's pairs (`gold.py`).
    8. Repeat from 5 for as long as `lease_next` says. With no lease, say why.

    Two assessors asking at once get different slots. A pair is never leased to more people than
    it has open slots.
    """
    context = lock_claim_context(membership.pk)
    if n > 0 and _give_back_what_can_wait(context):
        context = read_claim_context(membership.pk)
    special = special_pairs_of(context)
    room = room_for(context, special)
    if nothing := _why_nothing(context, room):
        return _in_line(_refused(context, nothing))
    if context.has_old_leases or context.has_old_seats:
        fetch("renew_all", context)
    n_more = min(n, MAX_LEASED, room) - context.n_leased
    course = lease_next(context, special, room=room, n=min(n_more, MAX_CLAIM))
    leased = [LeasedPair._make(row) for row in fetch("in_hand", context)]
    claim = Claim(context, leased, course=course) if leased or n < 1 else _nothing_left(context)
    return _in_line(claim)


def _give_back_what_can_wait(context: ClaimContext) -> bool:
    """Release the assessor's leases on later topics while the current topic has more pairs.

    Happens when leases on the current topic expired before those on the next, or somebody released
    pairs of it. The assessor keeps the seats at later topics. Returns whether anything was due. The
    caller holds the membership's lock.
    """
    if not context.takes_whole_topics or not context.n_of_other_topics:
        return False
    [(has_more,)] = fetch("has_more_in_hand", context)
    if has_more:
        fetch("give_back_shared", context)
        fetch("give_back_personal", context)
    return bool(has_more)


def _why_nothing(context: ClaimContext, room: int) -> Nothing | None:
    if context.withdrawn_at is not None:
        return Nothing.WITHDRAWN
    if context.suspended_at is not None:
        return Nothing.SUSPENDED
    if not context.is_assessor:
        return Nothing.NO_ASSESSOR
    if not context.takes_judgments:
        return Nothing.NOT_OPEN
    if context.lacks_consent:
        return Nothing.NOTICE
    if context.is_qualifying and context.n_attempts >= context.max_attempts:
        return Nothing.NOT_QUALIFIED
    return Nothing.QUOTA if room <= 0 else None


def _refused(context: ClaimContext, reason: Nothing) -> Claim:
    if reason == Nothing.QUOTA:
        fetch("finish_seats", context)
        fetch("leave_seats", context)
    return Claim(context, (), reason)


def _in_line(claim: Claim) -> Claim:
    """Record whether the assessor waits for others' pairs, which are given out in turn.

    They keep their place while the pairs that follow on those are chosen.
    """
    waited = claim.context.waits_since is not None
    waits = claim.nothing == Nothing.HELD_BY_OTHERS or (
        waited and claim.nothing == Nothing.CHOOSING
    )
    if waits or (waited and (claim.leased or claim.nothing)):
        fetch("wait", claim.context, waits=waits, asks_within_s=ASKS_WITHIN_S)
    return claim


def special_pairs_of(context: ClaimContext) -> SpecialPairs | None:
    """None where the assessor gets no special pair and no repeat."""
    is_plain = not context.has_special_pairs and context.repeat_every is None
    return None if is_plain else special_pairs(context)


def room_for(context: ClaimContext, special: SpecialPairs | None) -> int:
    """Maximum number of pairs the assessor may hold; qualification does not use the quota."""
    if context.quota is None or context.is_qualifying:
        return MAX_LEASED
    n_qualifying = special.n_qualification_answered if special else 0
    return context.quota - context.n_answered + n_qualifying


def _nothing_left(context: ClaimContext) -> Claim:
    if context.is_qualifying or context.state == CampaignState.PILOT:
        return Claim(context, (), Nothing.FINISHED)
    if context.learns and is_choosing(context):
        return Claim(context, (), Nothing.CHOOSING, context.now + CHOSEN_WITHIN)
    [(is_left, free_at)] = fetch("left_for_me", context)
    chosen_at = _chosen_at(context) if context.learns else None
    if is_left:
        nearer = min(filter(None, (free_at, chosen_at)), default=None)
        return Claim(context, (), Nothing.HELD_BY_OTHERS, nearer)
    return Claim(context, (), Nothing.CHOOSING if chosen_at else Nothing.FINISHED, chosen_at)


def _chosen_at(context: ClaimContext) -> datetime | None:
    """When to ask for further pairs of a pool that learns; None if no more are chosen."""
    [(goes_on, is_due)] = fetch("more_to_choose", context)
    within = CHOSEN_WITHIN if is_due else OTHERS_JUDGE_WITHIN
    return context.now + within if goes_on else None
