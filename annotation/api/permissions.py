from __future__ import annotations

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from annotation.models import Campaign, CampaignState, Membership

BLIND_STATES = (CampaignState.DRAFT, CampaignState.PILOT, CampaignState.OPEN, CampaignState.PAUSED)


class MayOrganize(BasePermission):
    message = "This is for organizers; ask one to give your account that right."

    def has_permission(self, request: Request, view: APIView) -> bool:
        return bool(request.user.has_perm("annotation.may_organize"))


def judges_now(request: Request, campaign: Campaign) -> bool:
    """Whether who asks is to stay blind to what others said in this campaign."""
    memberships = Membership.objects.filter(campaign=campaign, user__pk=request.user.pk or 0)
    return campaign.state in BLIND_STATES and memberships.exists()
