from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotation.exceptions import PeopleRefused
from annotation.invitations import new_token, token_hash
from annotation.models import Campaign, CampaignState, EventKind, Invitation, Role
from annotation.services.log_event import log_event

MAX_DAYS, MAX_USES = 365, 10_000


class NewInvitation(NamedTuple):
    """An invitation, and the token that opens it: nobody is told it again."""

    invitation: Invitation
    token: str


@transaction.atomic
def create_invitation(
    *,
    campaign: Campaign,
    role: Role = Role.ASSESSOR,
    days: int = 14,
    max_uses: int = 1,
    actor: User | None = None,
) -> NewInvitation:
    """Make a link by which up to `max_uses` people join in a role, for so many days.

    Raises:
        PeopleRefused: a number out of its range, or nobody can join the campaign any more.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if campaign.state == CampaignState.ARCHIVED or campaign.anonymized_at is not None:
        raise PeopleRefused(f"{campaign} is over; nobody can be invited to it any more.")
    if not 1 <= days <= MAX_DAYS:
        raise PeopleRefused(f"An invitation stands for 1 to {MAX_DAYS} days, not {days}.")
    if not 1 <= max_uses <= MAX_USES:
        raise PeopleRefused(f"An invitation is for 1 to {MAX_USES} people, not {max_uses}.")
    token = new_token()
    invitation = Invitation.objects.create(
        campaign=campaign,
        role=role,
        token_hash=token_hash(token),
        expires_at=timezone.now() + timedelta(days=days),
        max_uses=max_uses,
        created_by=actor,
    )
    log_event(
        campaign=campaign,
        kind=EventKind.INVITED,
        actor=actor,
        invitation=invitation.pk,
        role=role,
        days=days,
        max_uses=max_uses,
    )
    return NewInvitation(invitation, token)


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, actor: User | None = None) -> Invitation:
    """Take an invitation back: nobody else joins by it. Doing so again changes nothing."""
    invitation = Invitation.objects.select_for_update(no_key=True).get(pk=invitation.pk)
    if invitation.revoked_at is None:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        log_event(
            campaign=invitation.campaign,
            kind=EventKind.INVITATION_REVOKED,
            actor=actor,
            invitation=invitation.pk,
        )
    return invitation
