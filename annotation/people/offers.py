"""Descriptions of a campaign for people who are about to join it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from annotation.judging.qualification import round_pairs
from annotation.models import Campaign, Invitation, Membership, Role
from annotation.people.joining import campaign_for_sign_up


class Offer(NamedTuple):
    """A campaign to join, before it is joined; to a member, the role that they have.

    `n_passages` counts the passages of all topics that have a text, those with a known grade among
    them: a count without them would reveal how many are gold. `quota` is how many passages one
    assessor judges at most; null: as many as they like. `n_qualification` counts the passages of
    the qualification round that assessors start with; 0 without one. `invited_by` is null if
    anybody may join, or if the link was made at the command line; so is `expires_at` if there is
    no link.
    """

    campaign: Campaign
    role: Role
    is_member: bool
    n_passages: int
    quota: int | None
    n_qualification: int
    invited_by: str | None
    expires_at: datetime | None


def invited(invitation: Invitation, member: Membership | None) -> Offer:
    """Offer for the holder of an invitation; `member` is their membership, if any."""
    inviter = invitation.created_by
    return _offer(
        invitation.campaign,
        member,
        role=Role(invitation.role),
        invited_by=inviter.get_username() if inviter else None,
        expires_at=invitation.expires_at,
    )


def open_to_all(campaign_id: int, member: Membership | None) -> Offer:
    """Offer for anybody who may join the campaign, or for its member.

    Raises:
        NotFound: nobody can sign up there, or there is no such campaign.
    """
    campaign = member.campaign if member else campaign_for_sign_up(campaign_id)
    return _offer(campaign, member)


def _offer(
    campaign: Campaign,
    member: Membership | None,
    *,
    role: Role = Role.ASSESSOR,
    invited_by: str | None = None,
    expires_at: datetime | None = None,
) -> Offer:
    own_role = Role(member.role) if member else role
    has_round = own_role == Role.ASSESSOR and campaign.pass_share is not None
    return Offer(
        campaign=campaign,
        role=own_role,
        is_member=member is not None,
        n_passages=campaign.pairs.filter(pair__passage__text__isnull=False).count(),
        quota=campaign.quota,
        n_qualification=round_pairs(campaign).count() if has_round else 0,
        invited_by=invited_by,
        expires_at=expires_at,
    )
