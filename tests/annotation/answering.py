"""Short ways for tests to claim and answer as an assessor does."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from annotation.judging.recording import Answer, VoteStatus, record_judgment
from annotation.models import CampaignPair, Judgment, Membership, Reason, Slot
from annotation.models.campaign_pair import CampaignPairQuerySet
from annotation.serving.claim import Nothing, claim_pairs
from annotation.serving.tickets import Ticket

SEAL_BYTES = 16  # of a ticket


class Claimed(NamedTuple):
    """A claim with the slots themselves."""

    slots: list[Slot]
    nothing: Nothing | None
    free_at: datetime | None


def claim(membership: Membership, n: int = 1) -> Claimed:
    done = claim_pairs(membership=membership, n=n)
    slots = Slot.objects.select_related("topic", "campaign_pair__pair__passage").in_bulk(
        [leased.slot_id for leased in done.leased]
    )
    return Claimed([slots[leased.slot_id] for leased in done.leased], done.nothing, done.free_at)


def claim_one(membership: Membership) -> CampaignPair:
    return claim(membership).slots[0].campaign_pair


def ticket_for(membership: Membership, pair: CampaignPair) -> Ticket:
    return Ticket(membership.pk, pair.pk, 1, None)


def judge(
    membership: Membership,
    pair: CampaignPair,
    grade: int | None = 3,
    *,
    client_key: UUID | None = None,
    **answer: Any,
) -> Judgment:
    if grade is None:
        answer.setdefault("reason_not_judged", Reason.OTHER)
    return record_judgment(
        membership=membership,
        ticket=ticket_for(membership, pair),
        answer=Answer(grade=grade, **answer),
        client_key=client_key or uuid4(),
    ).judgment


def expire_leases() -> None:
    Slot.objects.filter(leased_until__isnull=False).update(leased_until="2020-01-01T00:00Z")


def vote_status(graded: Judgment) -> VoteStatus:
    is_seated = Slot.objects.filter(judgment=graded).exists()
    return VoteStatus.VOTE if is_seated else VoteStatus.SURPLUS


def waiting_for_adjudication() -> CampaignPairQuerySet:
    """Pairs of all campaigns that are served no more, and on which nobody decided."""
    decided = CampaignPair.objects.decided().values("pk")
    return CampaignPair.objects.served_no_more().exclude(pk__in=decided)
