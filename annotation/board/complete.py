"""Announcing complete campaigns: an e-mail to their organizers once all judgments are in."""

from __future__ import annotations

import logging

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from annotation.campaigns.listing import NOTHING_WANTED, Progress, progress_by_campaign
from annotation.mail import letters
from annotation.mail.sending import Letter, send, sends_mail
from annotation.models import Campaign, CampaignState, EventKind

logger = logging.getLogger(__name__)
# Accounts that did one of these in the browser run the campaign.
RUNNING = (EventKind.CREATED, EventKind.STATE)


def announce_complete() -> int:
    """Send one e-mail per organizer of each open campaign that became complete; returns how many.

    A campaign is announced again only after more judgments were wanted. If the mail server takes
    no e-mail about a campaign, the next call tries again.
    """
    if not sends_mail():
        return 0
    campaigns = list(Campaign.objects.filter(state=CampaignState.OPEN))
    progress = progress_by_campaign(campaigns)
    by_id = {campaign.pk: progress.get(campaign.pk, NOTHING_WANTED) for campaign in campaigns}
    unfinished = [pk for pk, one in by_id.items() if one.n_left > 0]
    announced = Campaign.objects.exclude(announced_complete_at=None)
    announced.filter(pk__in=unfinished).update(announced_complete_at=None)
    return sum(_announce(pk, one) for pk, one in by_id.items() if one.n_votes > 0 == one.n_left)


@transaction.atomic
def _announce(campaign_id: int, progress: Progress) -> int:
    """Send the e-mails about one campaign, unless another process does or did."""
    unannounced = Campaign.objects.filter(pk=campaign_id, announced_complete_at=None)
    campaign = unannounced.select_for_update(skip_locked=True, no_key=True).first()
    if campaign is None:
        return 0
    troubles = send([_letter(campaign, to, progress) for to in organizers_of(campaign)])
    for trouble in filter(None, troubles):
        logger.warning("no e-mail about the complete campaign %s: %s", campaign.pk, trouble)
    if troubles and all(troubles):
        return 0
    campaign.announced_complete_at = timezone.now()
    campaign.save(update_fields=["announced_complete_at"])
    return troubles.count(None)


def _letter(campaign: Campaign, organizer: User, progress: Progress) -> Letter:
    return letters.campaign_complete(
        to=organizer.email,
        username=organizer.get_username(),
        campaign=campaign.name,
        path=f"/campaigns/{campaign.pk}",
        n_judgments=progress.n_votes,
        n_waiting=progress.n_waiting_for_adjudication,
    )


def organizers_of(campaign: Campaign) -> QuerySet[User]:
    """Active accounts with an e-mail address that created the campaign or changed its state."""
    acted = campaign.events.filter(kind__in=RUNNING).values("actor")
    return User.objects.filter(pk__in=acted, is_active=True).exclude(email="").order_by("pk")
