"""Announcing complete campaigns: an e-mail to their organizers once all judgments are in."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from annotation.campaigns.listing import NOTHING_WANTED, Progress, progress_by_campaign
from annotation.mail import letters
from annotation.mail.sending import Letter, log_troubles, send, sends_mail
from annotation.models import ActiveTopic, Campaign, CampaignState, EventKind

# Accounts that did one of these in the browser run the campaign.
RUNNING = (EventKind.CREATED, EventKind.STATE)


def announce_complete() -> int:
    """Send one e-mail per organizer of each open campaign that became complete; returns how many.

    A campaign is announced again only after more judgments were wanted. It counts as announced
    before the mail server is asked, so that no row is locked meanwhile and no organizer gets two;
    if no e-mail was sent and one may be sent later, the next call tries again.
    """
    if not sends_mail():
        return 0
    campaigns = {one.pk: one for one in Campaign.objects.filter(state=CampaignState.OPEN)}
    progress = progress_by_campaign(list(campaigns.values()))
    by_id = {pk: progress.get(pk, NOTHING_WANTED) for pk in campaigns}
    unfinished = [pk for pk, one in by_id.items() if one.n_left > 0]
    announced = Campaign.objects.exclude(announced_complete_at=None)
    announced.filter(pk__in=unfinished).update(announced_complete_at=None)
    choosing = set(ActiveTopic.objects.choosing().values_list("campaign", flat=True))
    complete = [
        pk for pk, one in by_id.items() if one.n_votes > 0 == one.n_left and pk not in choosing
    ]
    return sum(_announce(campaigns[pk], by_id[pk]) for pk in complete)


def _announce(campaign: Campaign, progress: Progress) -> int:
    """Send the e-mails about one campaign, unless another process does or did."""
    row = Campaign.objects.filter(pk=campaign.pk)
    if not row.filter(announced_complete_at=None).update(announced_complete_at=timezone.now()):
        return 0
    troubles = send([_letter(campaign, to, progress) for to in organizers_of(campaign)])
    log_troubles(f"an e-mail about the complete campaign {campaign.pk}", troubles)
    if troubles and all(trouble is not None and trouble.may_pass for trouble in troubles):
        row.update(announced_complete_at=None)
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
