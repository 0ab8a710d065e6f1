"""Invitations for tests, with the token that opens them."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from annotation.models import Campaign, Invitation, Membership
from annotation.people.invitations import NewInvitation, create_invitation
from tests.factories import make_campaign

PASSWORD = "spruce-and-fir-cones"  # good enough for an account that people make themselves


def invite(campaign: Campaign | None = None, **options: Any) -> NewInvitation:
    return create_invitation(campaign=campaign or make_campaign(), **options)


def change(invitation: Invitation, **fields: Any) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(**fields)


def expire(invitation: Invitation) -> None:
    change(invitation, expires_at=timezone.now())


def n_uses(invitation: Invitation) -> int:
    return Invitation.objects.get(pk=invitation.pk).n_uses


def set_member(membership: Membership, **fields: Any) -> Membership:
    Membership.objects.filter(pk=membership.pk).update(**fields)
    return Membership.objects.get(pk=membership.pk)
