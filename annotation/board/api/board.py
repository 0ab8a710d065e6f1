from __future__ import annotations

from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import campaign_by_id
from annotation.access.permissions import OrganizersView, judges_now
from annotation.board.api.serializers import (
    BoardPartsSerializer,
    BoardQuerySerializer,
    BoardSerializer,
)
from annotation.board.board import campaign_board
from annotation.campaigns.api.campaign import overview
from annotation.campaigns.listing import CampaignCounts
from annotation.models import AssessorKind, Campaign
from annotation.slow_counts import kept
from ranking.http.request_fields import query_fields


class BoardView(OrganizersView):
    @extend_schema(
        operation_id="campaign_board",
        parameters=[BoardQuerySerializer],
        responses=BoardSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Everything the board's page shows, counted at one moment."""
        campaign = campaign_by_id(campaign_id)
        zone = query_fields(request, BoardQuerySerializer)["zone"]
        shown = kept(f"board:{zone.key}", campaign, lambda: _shown(campaign, zone))
        head = overview(request, campaign, shown.counts)
        board = _blinded(shown.board) if judges_now(request, campaign) else shown.board
        return Response({**board, "campaign": head})


# What of a board says how others judged, or which pairs were hidden gold.
HIDDEN = ("grades", "agreement", "progress", "topics", "most_frequent_group", "forecast")


class Shown(NamedTuple):
    """A board as sent to every reader, with the counts that depend on the reader."""

    board: dict[str, Any]
    counts: CampaignCounts


def _shown(campaign: Campaign, zone: ZoneInfo) -> Shown:
    board = campaign_board(campaign, zone)
    is_simulated = any(row.kind == AssessorKind.SIMULATED for row in board.assessors)
    counts = CampaignCounts(board.totals.n_pairs, board.progress, is_simulated)
    return Shown(dict(BoardPartsSerializer(board).data), counts)


def _blinded(board: dict[str, Any]) -> dict[str, Any]:
    """The board without other assessors' judgments and the checks based on them.

    Counts of judgments on regular pairs are left out too: one that stands still reveals hidden
    gold.
    """
    unsaid = {"gold": None, "repeats": None, "blanks": None}
    details = board["details"]
    assessors = [{**assessor, **unsaid} for assessor in details["assessors"]]
    details = {**details, "assessors": assessors, "topics": None}
    return {**board, **dict.fromkeys(HIDDEN), "details": details}
