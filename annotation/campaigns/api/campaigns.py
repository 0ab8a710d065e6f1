from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.api.lookup import account, campaign_by_id
from annotation.api.permissions import MayOrganize, OrganizersView, judges_now
from annotation.board.api.serializers import (
    BoardPartsSerializer,
    BoardQuerySerializer,
    BoardSerializer,
    CampaignSerializer,
)
from annotation.board.board import campaign_board
from annotation.campaigns.api.campaign import overview
from annotation.campaigns.api.new_campaign_serializers import CampaignRequestSerializer
from annotation.campaigns.creating import create_campaign
from annotation.campaigns.listing import CampaignCounts, campaign_rows
from annotation.campaigns.policy import PolicyOptions
from annotation.judging.api.kept_answers import kept
from annotation.models import AssessorKind, Campaign, Pool
from annotation.pools.marked_pairs import resolve_marks
from annotation.pools.pairs import Mark
from ranking.api.request_fields import body_fields, query_fields
from ranking.lookup import by_name
from regrade.files.errors import BadInput


class CampaignsView(APIView):
    def get_permissions(self) -> list[BasePermission]:
        return [MayOrganize()] if self.request.method == "POST" else [IsAuthenticated()]

    @extend_schema(operation_id="campaigns_list", responses=CampaignSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The campaigns that who asks organizes or judges in."""
        return Response(CampaignSerializer(campaign_rows(request.user), many=True).data)

    @extend_schema(
        operation_id="campaigns_create",
        request=CampaignRequestSerializer,
        responses={201: CampaignSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make a draft."""
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


class BoardView(OrganizersView):
    @extend_schema(
        operation_id="campaign_board",
        parameters=[BoardQuerySerializer],
        responses=BoardSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """All that the page of a board shows, counted at one moment."""
        campaign = campaign_by_id(campaign_id)
        zone = query_fields(request, BoardQuerySerializer)["zone"]
        shown = kept(f"board:{zone.key}", campaign, lambda: _shown(campaign, zone))
        head = overview(request, campaign, shown.counts)
        told = _blinded(shown.board) if judges_now(request, campaign) else shown.board
        return Response({**told, "campaign": head})


# What of a board says how others judged, or which pairs were hidden gold.
HIDDEN = ("grades", "agreement", "progress", "topics", "most_frequent_group", "forecast")


class Shown(NamedTuple):
    """A board as it is sent, but for what depends on who asks, and the counts for that."""

    board: dict[str, Any]
    counts: CampaignCounts


def _shown(campaign: Campaign, zone: ZoneInfo) -> Shown:
    board = campaign_board(campaign, zone)
    is_simulated = any(row.kind == AssessorKind.SIMULATED for row in board.assessors)
    counts = CampaignCounts(board.totals.n_pairs, board.progress, is_simulated)
    return Shown(dict(BoardPartsSerializer(board).data), counts)


def _blinded(board: dict[str, Any]) -> dict[str, Any]:
    """Without what others said of pairs, and how it compares to experts and to itself.

    Nor with counts of regular pairs' judgments: one that stands still tells hidden gold apart.
    """
    unsaid = {"gold": None, "repeats": None, "blanks": None}
    details = board["details"]
    assessors = [{**assessor, **unsaid} for assessor in details["assessors"]]
    details = {**details, "assessors": assessors, "topics": None}
    return {**board, **dict.fromkeys(HIDDEN), "details": details}


def _marks(pool: Pool, fields: dict[str, Any]) -> dict[int, Mark]:
    scale = [grade.value for grade in fields["grades"]]
    try:
        return resolve_marks(
            pool=pool, lines=fields.pop("marks"), scale=scale, source=Path("marks")
        )
    except BadInput as refused:
        raise ValidationError({"marks": f"number {refused.line}: {refused.reason}"}) from refused
