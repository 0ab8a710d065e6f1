"""Whether an assessor has agreed to what is recorded."""

from __future__ import annotations

from annotation.models import AssessorKind, Campaign, Membership, Notice


def newest_notice(campaign: Campaign) -> Notice | None:
    return campaign.notices.order_by("-version").first()


def has_consented(membership: Membership) -> bool:
    """Whether the newest notice was accepted; programs need none, nor do campaigns without one."""
    notice = newest_notice(membership.campaign)
    if notice is None or membership.kind != AssessorKind.HUMAN:
        return True
    return membership.consents.filter(notice=notice).exists()
