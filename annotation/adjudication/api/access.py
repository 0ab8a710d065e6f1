from __future__ import annotations

from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from annotation.access.lookup import campaign_by_id
from annotation.access.membership import find_membership
from annotation.access.permissions import judges_now
from annotation.models import Campaign, Membership, Role


def campaign_to_settle(request: Request, campaign_id: int) -> Campaign:
    """The campaign, for its adjudicators, and for organizers who do not judge there.

    Raises:
        NotFound: there is none; only organizers get this error.
        PermissionDenied: the account may not settle pairs there.
    """
    if not request.user.has_perm("annotation.may_organize"):
        return _member(request, campaign_id).campaign
    campaign = campaign_by_id(campaign_id)
    if judges_now(request, campaign):
        raise PermissionDenied("You judge here yourself; somebody else has to settle its pairs.")
    return campaign


def _member(request: Request, campaign_id: int) -> Membership:
    member = find_membership(campaign_id=campaign_id, user_id=request.user.pk or 0)
    if member is None or member.role != Role.ADJUDICATOR:
        raise PermissionDenied(
            "This is for the campaign's adjudicators; ask an organizer to invite you as one."
        )
    if member.withdrawn_at is not None:
        raise PermissionDenied("You have withdrawn from this campaign.")
    if member.suspended_at is not None:
        raise PermissionDenied("An organizer has paused your part in this campaign; ask them why.")
    return member
