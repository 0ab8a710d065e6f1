from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from annotation.models import Campaign, Membership, Slot, TopicSeat
from annotation.services.claim_queries import (
    HELD_IN_ORDER,
    LEASE_IN_OWN_SEATS,
    LEFT_FOR_ME,
    TAKE_FREE_SEAT,
    TOPIC_NEEDING_A_SEAT,
    WAIT_TO_DEAL,
    Claimant,
    run,
)

MAX_CLAIM = 5
# A new topic is begun when no more than this is left in hand, so that nobody waits at its border.
BEGIN_NEXT_TOPIC_AT = 1


class Nothing(StrEnum):
    """Why there is nothing to judge."""

    FINISHED = "finished"
    HELD_BY_OTHERS = "held_by_others"
    QUOTA = "quota"
    SUSPENDED = "suspended"
    NOT_OPEN = "not_open"


class Claim(NamedTuple):
    """The slots an assessor now holds, in the order in which they are to be judged.

    When there are none, `nothing` says why, and `free_at` when that may change.
    """

    slots: Sequence[Slot]
    nothing: Nothing | None = None
    free_at: datetime | None = None


@transaction.atomic
def claim_pairs(*, membership: Membership, n: int) -> Claim:
    """Lease the assessor up to `n` pairs, those already held among them.

    Assessors take topics whole: a claim lies in a topic where the assessor has a seat, and a new
    seat is taken when hardly anything is left in the old ones. Two assessors asking at once get
    different slots; one assessor asking twice at once (two tabs) gets the same ones. A pair is
    never leased to more people than it has open slots.
    """
    member = Membership.objects.select_for_update(no_key=True).get(pk=membership.pk)
    campaign = Campaign.objects.get(pk=member.campaign_id)
    if refusal := _refusal(campaign, member):
        return Claim((), refusal)
    claimant = Claimant.of(campaign, member)
    _renew_leases(campaign, member)
    _lease(claimant, _held(member), _room(member, n))
    _renew_seats(campaign, member)
    slots = _in_order(claimant)
    return Claim(slots) if slots else _nothing_left(claimant)


def n_answered(member: Membership) -> int:
    """How many pairs the assessor has graded or said could not be judged."""
    return member.judgments.live().filter(occasion=0).count()


def _refusal(campaign: Campaign, member: Membership) -> Nothing | None:
    if not campaign.takes_judgments:
        return Nothing.NOT_OPEN
    if member.suspended_at is not None:
        return Nothing.SUSPENDED
    if member.quota is not None and n_answered(member) >= member.quota:
        return Nothing.QUOTA
    return None


def _room(member: Membership, n: int) -> int:
    """How many pairs the assessor may hold at once."""
    n = min(n, MAX_CLAIM)
    return n if member.quota is None else min(n, member.quota - n_answered(member))


def _held(member: Membership) -> QuerySet[Slot]:
    return Slot.objects.filter(holder=member, judgment__isnull=True)


def _renew_leases(campaign: Campaign, member: Membership) -> None:
    """Renew what the assessor holds, but for what a judgment or an import has in hand: a claim
    waits for no slot, so that it can be part of no deadlock."""
    mine = _held(member).select_for_update(skip_locked=True).order_by("pk")
    leased_until = timezone.now() + timedelta(seconds=campaign.lease_s)
    Slot.objects.filter(pk__in=list(mine.values_list("pk", flat=True))).update(
        leased_until=leased_until
    )


def _lease(claimant: Claimant, held: QuerySet[Slot], n: int) -> None:
    if (missing := n - held.count()) > 0:
        run(LEASE_IN_OWN_SEATS, claimant, n=missing)
    if (n_held := held.count()) <= min(BEGIN_NEXT_TOPIC_AT, n - 1):
        _lease_in_new_seat(claimant, n - n_held)


def _lease_in_new_seat(claimant: Claimant, n: int) -> None:
    """Take a seat in the assessor's next topic that has work for them, and lease there."""
    tried: list[int] = []
    while seat := _take_seat(claimant, tried):
        if run(LEASE_IN_OWN_SEATS, claimant, n=n) != [(0,)]:
            return
        seat.holder = seat.expires_at = None
        seat.save(update_fields=["holder", "expires_at"])
        tried.append(seat.topic_id)


def _take_seat(claimant: Claimant, tried: Sequence[int]) -> TopicSeat | None:
    if taken := run(TAKE_FREE_SEAT, claimant, tried=tried):
        return TopicSeat.objects.get(pk=taken[0][0])
    if needing := run(TOPIC_NEEDING_A_SEAT, claimant, tried=tried):
        return _deal_seat(claimant, topic_id=needing[0][0])
    return None


def _deal_seat(claimant: Claimant, topic_id: int) -> TopicSeat:
    """A further seat; one claim at a time deals, so that no number is dealt twice."""
    run(WAIT_TO_DEAL, claimant)
    seats = TopicSeat.objects.filter(campaign_id=claimant.campaign, topic_id=topic_id)
    last = seats.aggregate(last=Max("number"))["last"]
    return TopicSeat.objects.create(
        campaign_id=claimant.campaign,
        topic_id=topic_id,
        number=last + 1,
        holder_id=claimant.me,
        expires_at=timezone.now() + timedelta(seconds=claimant.seat_s),
    )


def _renew_seats(campaign: Campaign, member: Membership) -> None:
    topics = _held(member).values("topic")
    TopicSeat.objects.filter(campaign=campaign, holder=member, topic__in=topics).update(
        expires_at=timezone.now() + timedelta(seconds=campaign.seat_s)
    )


def _in_order(claimant: Claimant) -> list[Slot]:
    ids = [row[0] for row in run(HELD_IN_ORDER, claimant)]
    slots = Slot.objects.select_related("topic", "campaign_pair__pair__passage").in_bulk(ids)
    return [slots[pk] for pk in ids]


def _nothing_left(claimant: Claimant) -> Claim:
    [(n_left, free_at)] = run(LEFT_FOR_ME, claimant)
    if n_left:
        return Claim((), Nothing.HELD_BY_OTHERS, free_at)
    return Claim((), Nothing.FINISHED)
