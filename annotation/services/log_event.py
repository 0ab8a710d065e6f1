from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from annotation.models import Campaign, CampaignEvent, EventKind


def log_event(
    *, campaign: Campaign, kind: EventKind, actor: User | None = None, **details: Any
) -> CampaignEvent:
    """Note what was done to a campaign, in the transaction that does it.

    Without an actor it was done at the command line.
    """
    return CampaignEvent.objects.create(campaign=campaign, kind=kind, actor=actor, details=details)
