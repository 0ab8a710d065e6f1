from __future__ import annotations

from pathlib import Path
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access.lookup import account
from annotation.access.permissions import MayOrganize
from annotation.campaigns.api.campaign_serializers import CampaignSerializer
from annotation.campaigns.api.new_campaign_serializers import CampaignRequestSerializer
from annotation.campaigns.creating import create_campaign
from annotation.campaigns.listing import campaign_rows
from annotation.campaigns.policy import PolicyOptions
from annotation.models import Pool
from annotation.pools.marked_pairs import resolve_marks
from annotation.pools.pairs import Mark
from ranking.http.request_fields import body_fields, takes_no_fields
from ranking.lookup import by_name
from regrade.files.errors import BadInput


class CampaignsView(APIView):
    def get_permissions(self) -> list[BasePermission]:
        return [MayOrganize()] if self.request.method == "POST" else [IsAuthenticated()]

    @extend_schema(operation_id="campaigns_list", responses=CampaignSerializer(many=True))
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """Campaigns the requesting user organizes or assesses."""
        return Response(CampaignSerializer(campaign_rows(request.user), many=True).data)

    @extend_schema(
        operation_id="campaigns_create",
        request=CampaignRequestSerializer,
        responses={201: CampaignSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create a draft campaign."""
        fields = body_fields(request, CampaignRequestSerializer)
        pool = by_name(Pool, fields.pop("pool"))
        campaign = create_campaign(
            pool=pool,
            marks=_marks(pool, fields),
            policy=PolicyOptions(**fields.pop("policy", {})),
            actor=account(request),
            **fields,
        )
        [row] = [row for row in campaign_rows(request.user) if row.id == campaign.pk]
        return Response(CampaignSerializer(row).data, status=status.HTTP_201_CREATED)


def _marks(pool: Pool, fields: dict[str, Any]) -> dict[int, Mark]:
    scale = [grade.value for grade in fields["grades"]]
    try:
        return resolve_marks(
            pool=pool, lines=fields.pop("marks"), scale=scale, source=Path("marks")
        )
    except BadInput as refused:
        raise ValidationError({"marks": f"number {refused.line}: {refused.reason}"}) from refused
