"""Judgments put into the database by hand, for tests of what is made of them."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from annotation.models import CampaignPair, Judgment, Membership, Reason
from tests.factories import make_user


def store_answer(
    member: Membership,
    pair: CampaignPair,
    grade: int | None = 3,
    *,
    is_surplus: bool = False,
    **fields: Any,
) -> Judgment:
    """A grade takes the pair's first free slot, if it has one and the grade is no surplus."""
    if grade is None:
        fields.setdefault("reason_not_judged", Reason.OTHER)
    judgment = Judgment.objects.create(
        campaign_pair=pair,
        assessor=member,
        grade=pair.campaign.grades.get(value=grade) if grade is not None else None,
        created_at=fields.pop("created_at", timezone.now()),
        **fields,
    )
    if grade is not None and judgment.occasion == 0 and not is_surplus:
        free = pair.slots.filter(judgment__isnull=True).order_by("number").values("pk")[:1]
        pair.slots.filter(pk__in=free).update(holder=member, judgment=judgment, leased_until=None)
    return judgment


def assessors(campaign: Any, n: int, **fields: Any) -> list[Membership]:
    """Members known as P-1, P-2 and so on."""
    before = campaign.memberships.count()
    return [
        Membership.objects.create(
            campaign=campaign, user=make_user(f"a{i}"), pseudonym=f"P-{i}", **fields
        )
        for i in range(before + 1, before + n + 1)
    ]
