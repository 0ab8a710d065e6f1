"""The log of what was undone on a pair."""

from __future__ import annotations

from django.contrib.auth.models import User

from annotation.events import log_event, log_member_event
from annotation.models import CampaignPair, EventKind, Membership


def log_of_pair(*, pair: CampaignPair, kind: EventKind, actor: User) -> None:
    """Log it by the pair's ids, which outlive its place on any page.

    A member did it under their pseudonym, an organizer by name.
    """
    ids = {"query_id": pair.pair.topic.query_id, "doc_id": pair.pair.passage.doc_id}
    member = Membership.objects.filter(campaign=pair.campaign_id, user=actor).first()
    if member is None:
        log_event(campaign=pair.campaign, kind=kind, actor=actor, **ids)
    else:
        log_member_event(member=member, kind=kind, actor=actor, **ids)
