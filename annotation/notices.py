from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from annotation.models import Campaign, Notice


def counted_notices(campaign: Campaign) -> QuerySet[Notice]:
    """Every version, the newest first, with how many accepted it of who is still there."""
    still_there = Q(consents__membership__withdrawn_at=None)
    accepted = Count("consents__membership", filter=still_there, distinct=True)
    return campaign.notices.annotate(n_accepted=accepted).order_by("-version")
