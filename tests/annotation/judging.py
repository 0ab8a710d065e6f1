"""Short ways for tests to claim and answer as an assessor does."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from annotation.models import CampaignPair, Judgment, Membership, Reason, Slot
from annotation.services.claim_pairs import Claim, claim_pairs
from annotation.services.record_judgment import Answer, record_judgment
from annotation.tickets import Ticket


def claim(membership: Membership, n: int = 1) -> Claim:
    return claim_pairs(membership=membership, n=n)


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
