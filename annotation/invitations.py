"""Invitation links: the token is told once and stored as a hash alone."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import TYPE_CHECKING

from django.utils import timezone

from annotation.exceptions import PeopleRefused
from annotation.models import CampaignState, Invitation
from ranking.services.lookup import first_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

N_TOKEN_BYTES = 32
UNKNOWN = "This link leads to no invitation; ask for a new one."


def new_token() -> str:
    return secrets.token_urlsafe(N_TOKEN_BYTES)


def token_hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def link_path(token: str) -> str:
    """Where the browser takes the token from; what follows a # reaches no server and no log."""
    return f"/join#{token}"


def invitation_behind(token: str, invitations: QuerySet[Invitation] | None = None) -> Invitation:
    """The invitation that this token opens.

    Raises:
        NotFound: there is none; a token that never was one gets the same answer.
    """
    found = Invitation.objects.all() if invitations is None else invitations
    return first_of(found.select_related("campaign").filter(token_hash=token_hash(token)), UNKNOWN)


def check_usable(invitation: Invitation) -> None:
    """Check that one more person may come in by this invitation.

    Raises:
        PeopleRefused: the campaign is over, or the link expired, was revoked or is used up.
    """
    if reason := _why_unusable(invitation):
        raise PeopleRefused(reason)


def _why_unusable(invitation: Invitation) -> str | None:
    campaign = invitation.campaign
    if campaign.state == CampaignState.ARCHIVED or campaign.anonymized_at is not None:
        return f"{campaign} is over; thank you for wanting to help."
    if invitation.revoked_at is not None:
        return "This invitation was taken back; ask the organizer for a new link."
    if invitation.expires_at <= timezone.now():
        return "This invitation has expired; ask the organizer for a new link."
    if invitation.n_uses >= invitation.max_uses:
        return "This invitation is used up; ask the organizer for a new link."
    return None
