from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotation.exceptions import StateRefused
from annotation.models import Campaign, CampaignState, EventKind, Guideline, Notice
from annotation.services.log_event import log_event


@transaction.atomic
def publish_guideline(*, campaign: Campaign, body: str, actor: User | None = None) -> Guideline:
    """Publish the next version; judgments from now on are made under it.

    Raises:
        StateRefused: the campaign is archived.
    """
    _lock(campaign)
    version = campaign.guidelines.count() + 1
    log_event(campaign=campaign, kind=EventKind.GUIDELINE, actor=actor, version=version)
    return Guideline.objects.create(
        campaign=campaign, version=version, body=body, published_at=timezone.now()
    )


@transaction.atomic
def publish_notice(*, campaign: Campaign, body: str, actor: User | None = None) -> Notice:
    """Publish the next version; who accepted an earlier one is asked again.

    Raises:
        StateRefused: the campaign is archived.
    """
    _lock(campaign)
    version = campaign.notices.count() + 1
    log_event(campaign=campaign, kind=EventKind.NOTICE, actor=actor, version=version)
    return Notice.objects.create(campaign=campaign, version=version, body=body)


def _lock(campaign: Campaign) -> None:
    """Two versions published at once get different numbers."""
    found = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if found.state == CampaignState.ARCHIVED:
        raise StateRefused(f"{found} is archived; nothing more is published in it.")
