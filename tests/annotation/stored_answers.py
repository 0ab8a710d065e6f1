"""Judgments inserted directly into the database, for tests that read them."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from annotation.models import (
    Campaign,
    CampaignPair,
    Judgment,
    Membership,
    PairKind,
    Reason,
    Slot,
)
from tests.factories import make_user


def store_answer(
    member: Membership,
    pair: CampaignPair,
    grade: int | None = 3,
    *,
    is_surplus: bool = False,
    **fields: Any,
) -> Judgment:
    """A grade takes the pair's first free slot, or one of its own where none is shared."""
    if grade is None:
        fields.setdefault("reason_not_judged", Reason.OTHER)
    judgment = Judgment.objects.create(
        campaign_pair=pair,
        assessor=member,
        grade=pair.campaign.grades.get(value=grade) if grade is not None else None,
        created_at=fields.pop("created_at", timezone.now()),
        **fields,
    )
    if grade is not None and not is_surplus:
        _give_slot(judgment)
    return judgment


def _give_slot(judgment: Judgment) -> None:
    pair, holder = judgment.campaign_pair, judgment.assessor
    if pair.kind == PairKind.REGULAR and judgment.occasion == 0:
        free = pair.slots.filter(judgment__isnull=True, order_key__isnull=False).order_by("number")
        pair.slots.filter(pk__in=free.values("pk")[:1]).update(
            holder=holder, judgment=judgment, leased_until=None
        )
    else:
        Slot.objects.create(
            campaign_pair=pair,
            campaign=pair.campaign,
            topic_id=pair.pair.topic_id,
            occasion=judgment.occasion,
            holder=holder,
            judgment=judgment,
        )


def assessors(campaign: Campaign, n: int, **fields: Any) -> list[Membership]:
    """Members known as P-1, P-2 and so on."""
    before = campaign.memberships.count()
    return [
        Membership.objects.create(
            campaign=campaign, user=make_user(f"a{i}"), pseudonym=f"P-{i}", **fields
        )
        for i in range(before + 1, before + n + 1)
    ]
