from __future__ import annotations

from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.agreement import Agreement, agreement_report
from annotation.api.campaigns_details_serializers import (
    BoardDetailsSerializer,
    DetailsQuerySerializer,
)
from annotation.api.campaigns_serializers import (
    AgreementSerializer,
    BoardSerializer,
    CampaignSerializer,
)
from annotation.api.kept_answers import kept
from annotation.api.lookup import account, campaign_by_id
from annotation.api.new_campaign_serializers import CampaignRequestSerializer
from annotation.api.permissions import MayOrganize, judges_now
from annotation.board import campaign_board
from annotation.board_details import board_details
from annotation.campaign_rows import campaign_rows
from annotation.models import Campaign, Pool
from annotation.services.campaign_votes import campaign_votes
from annotation.services.create_campaign import create_campaign
from annotation.services.enter_pairs import Mark
from annotation.services.model_assessors import model_assessors, without_models
from annotation.services.resolve_marks import resolve_marks
from annotation.services.set_policy import PolicyOptions
from annotation.votes import count_graded
from ranking.files.errors import BadInput
from ranking.services.lookup import by_name


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
        asked = CampaignRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        fields = dict(asked.validated_data)
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


class BoardView(APIView):
    permission_classes = [MayOrganize]

    @extend_schema(operation_id="campaign_board", responses=BoardSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        """The grades given are null for who judges here, until it is closed."""
        campaign = campaign_by_id(campaign_id)
        board = kept("board", campaign, lambda: _board(campaign))
        return Response({**board, "grades": None} if judges_now(request, campaign) else board)


def _board(campaign: Campaign) -> dict[str, Any]:
    return dict(BoardSerializer(campaign_board(campaign)).data)


class BoardDetailsView(APIView):
    permission_classes = [MayOrganize]

    @extend_schema(
        operation_id="campaign_board_details",
        parameters=[DetailsQuerySerializer],
        responses=BoardDetailsSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """What others said is null for who judges here, until it is closed."""
        campaign = campaign_by_id(campaign_id)
        asked = DetailsQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        zone = asked.validated_data["zone"]
        details = kept(f"details:{zone.key}", campaign, lambda: _details(campaign, zone))
        return Response(_blinded(details) if judges_now(request, campaign) else details)


def _details(campaign: Campaign, zone: ZoneInfo) -> dict[str, Any]:
    return dict(BoardDetailsSerializer(board_details(campaign, zone)).data)


def _blinded(details: dict[str, Any]) -> dict[str, Any]:
    """Without what others said of pairs, and how it compares to experts and to itself."""
    unsaid = {"gold": None, "repeats": None, "blanks": None}
    assessors = [{**assessor, **unsaid} for assessor in details["assessors"]]
    return {**details, "assessors": assessors, "topics": None}


class AgreementView(APIView):
    permission_classes = [MayOrganize]

    @extend_schema(operation_id="campaign_agreement", responses=AgreementSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        campaign = campaign_by_id(campaign_id)
        if judges_now(request, campaign):
            raise PermissionDenied("You judge here yourself; agreement shows when it is closed.")
        return Response(AgreementSerializer(_agreement(campaign)).data)


def _agreement(campaign: Campaign) -> dict[str, Any]:
    """Models are held against others one by one; overall and by topic they do not count."""
    votes, k = campaign_votes(campaign), campaign.judgments_per_pair
    counted = without_models(votes, model_assessors(campaign))
    [overall] = agreement_report(counted, judgments_per_pair=k)
    topics = agreement_report(counted, judgments_per_pair=k, by="topic")
    assessors = agreement_report(votes, judgments_per_pair=k, by="assessor")
    return {
        "overall": _row(overall),
        "topics": [_row(row) for row in topics],
        "assessors": [_row(row) for row in assessors],
        "n_model_votes_left_out": count_graded(votes) - count_graded(counted),
    }


def _marks(pool: Pool, fields: dict[str, Any]) -> dict[int, Mark]:
    scale = [grade.value for grade in fields["grades"]]
    try:
        return resolve_marks(
            pool=pool, lines=fields.pop("marks"), scale=scale, source=Path("marks")
        )
    except BadInput as refused:
        raise ValidationError({"marks": f"number {refused.line}: {refused.reason}"}) from refused


def _row(agreement: Agreement) -> dict[str, Any]:
    scope = agreement.scope
    return {**agreement._asdict(), "scope": [scope] if isinstance(scope, str) else list(scope)}
