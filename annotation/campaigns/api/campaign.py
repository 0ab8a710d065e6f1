from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_by_id
from annotation.access.permissions import OrganizersView, judges_now
from annotation.campaigns.api.campaign_serializers import (
    CampaignOverviewSerializer,
    OptionsRequestSerializer,
)
from annotation.campaigns.listing import CampaignCounts, campaign_counts
from annotation.campaigns.options import may_change, set_options
from annotation.campaigns.progress import Progress
from annotation.campaigns.state import FOLLOWS
from annotation.models import Campaign, CampaignState
from annotation.slow_counts import kept
from ranking.http.request_fields import body_fields, takes_no_fields


@dataclass(frozen=True)
class Overview:
    """A campaign with the fields that all its organizers' pages share."""

    campaign: Campaign
    counts: CampaignCounts
    progress: Progress | None  # None for readers who judge here: it reveals hidden gold
    judges_here: bool

    @property
    def may_go_to(self) -> tuple[CampaignState, ...]:
        return FOLLOWS[CampaignState(self.campaign.state)]

    @property
    def may_change(self) -> dict[str, bool]:
        return may_change(CampaignState(self.campaign.state))


class CampaignView(OrganizersView):
    @extend_schema(operation_id="campaign_overview", responses=CampaignOverviewSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        campaign = campaign_by_id(campaign_id)
        counts = kept("overview", campaign, lambda: campaign_counts(campaign))
        return Response(overview(request, campaign, counts))

    @extend_schema(
        operation_id="campaign_set_options",
        request=OptionsRequestSerializer,
        responses=CampaignOverviewSerializer,
    )
    def patch(self, request: Request, campaign_id: int) -> Response:
        """Change the campaign's options; fields left out stay as they are."""
        fields = body_fields(request, OptionsRequestSerializer)
        campaign = campaign_by_id(campaign_id)
        set_options(campaign=campaign, actor=account(request), **fields)
        campaign = campaign_by_id(campaign_id)
        return Response(overview(request, campaign, campaign_counts(campaign)))


def overview(request: Request, campaign: Campaign, counts: CampaignCounts) -> dict[str, Any]:
    judges_here = judges_now(request, campaign)
    found = Overview(campaign, counts, None if judges_here else counts.progress, judges_here)
    return dict(CampaignOverviewSerializer(found).data)
