"""What assessors agree to before their first pair: its versions, and who has."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from annotation.models import AssessorKind, Campaign, Membership, Notice


def newest_notice(campaign: Campaign) -> Notice | None:
    return campaign.notices.order_by("-version").first()


def has_consented(membership: Membership) -> bool:
    """Whether the newest notice was accepted; programs need none, nor do campaigns without one."""
    notice = newest_notice(membership.campaign)
    if notice is None or membership.kind != AssessorKind.HUMAN:
        return True
    return membership.consents.filter(notice=notice).exists()


def counted_notices(campaign: Campaign) -> QuerySet[Notice]:
    """Every version, the newest first, with how many accepted it of who is still there."""
    still_there = Q(consents__membership__withdrawn_at=None)
    accepted = Count("consents__membership", filter=still_there, distinct=True)
    return campaign.notices.annotate(n_accepted=accepted).order_by("-version")
