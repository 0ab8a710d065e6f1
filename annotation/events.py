from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from annotation.models import Campaign, CampaignEvent, EventKind, Membership


def log_event(
    *, campaign: Campaign, kind: EventKind, actor: User | None = None, **details: Any
) -> CampaignEvent:
    """Log an event of a campaign, in the transaction that causes it.

    Without an actor it was done at the command line.
    """
    return CampaignEvent.objects.create(campaign=campaign, kind=kind, actor=actor, details=details)


def log_member_event(
    *, member: Membership, kind: EventKind, actor: User | None = None, **details: Any
) -> CampaignEvent:
    """Log an event about a member, under their pseudonym.

    What members do about themselves is logged as theirs, without an account: the log is
    never changed, and would lead from pseudonym to account when all else has forgotten.
    """
    if actor is not None and actor.pk == member.user_id:
        actor, details = None, {**details, "by": "self"}
    return log_event(
        campaign=member.campaign, kind=kind, actor=actor, assessor=member.pseudonym, **details
    )
