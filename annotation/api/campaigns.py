from __future__ import annotations

from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.agreement import Agreement, agreement_report
from annotation.api.campaigns_serializers import (
    AgreementSerializer,
    BoardSerializer,
    CampaignSerializer,
)
from annotation.api.permissions import MayOrganize, judges_now
from annotation.board import campaign_board
from annotation.models import AssessorKind, Campaign, CampaignPair, Judgment, Membership
from annotation.services.campaign_votes import campaign_votes
from ranking.exceptions import NotFound


class CampaignsView(APIView):
    @extend_schema(operation_id="campaigns_list", responses=CampaignSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The campaigns that who asks organizes or judges in."""
        return Response(CampaignSerializer(_visible(request), many=True).data)


class BoardView(APIView):
    permission_classes = [MayOrganize]

    @extend_schema(operation_id="campaign_board", responses=BoardSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        campaign = _campaign(campaign_id)
        board = campaign_board(campaign)
        if judges_now(request, campaign):
            board = board._replace(grades=[])
        return Response(BoardSerializer(board).data)


class AgreementView(APIView):
    permission_classes = [MayOrganize]

    @extend_schema(operation_id="campaign_agreement", responses=AgreementSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        campaign = _campaign(campaign_id)
        if judges_now(request, campaign):
            raise PermissionDenied("You judge here yourself; agreement shows when it is closed.")
        votes, k = campaign_votes(campaign), campaign.judgments_per_pair
        [overall] = agreement_report(votes, judgments_per_pair=k)
        rows = {
            "overall": _row(overall),
            "topics": [
                _row(row) for row in agreement_report(votes, judgments_per_pair=k, by="topic")
            ],
            "assessors": [
                _row(row) for row in agreement_report(votes, judgments_per_pair=k, by="assessor")
            ],
        }
        return Response(AgreementSerializer(rows).data)


def _campaign(campaign_id: int) -> Campaign:
    found = Campaign.objects.select_related("pool").filter(pk=campaign_id).first()
    if found is None:
        raise NotFound("There is no such campaign.")
    return found


def _visible(request: Request) -> QuerySet[Campaign, Campaign]:
    members = Membership.objects.filter(campaign=OuterRef("pk"))
    pairs = CampaignPair.objects.filter(campaign=OuterRef("pk")).order_by().values("campaign")
    votes = Judgment.objects.votes().filter(campaign_pair__campaign=OuterRef("pk")).order_by()
    may_organize = request.user.has_perm("annotation.may_organize")
    simulated = Exists(members.filter(kind=AssessorKind.SIMULATED))
    campaigns = Campaign.objects.annotate(
        is_assessor=Exists(members.filter(user=request.user.pk)),
        is_simulated=simulated if may_organize else Value(value=False),
        may_organize=Value(may_organize),
        n_pairs=_number(pairs.values(n=Count("pk"))),
        n_wanted=_number(pairs.values(n=Sum("wanted"))),
        n_votes=_number(votes.values("campaign_pair__campaign").values(n=Count("pk"))),
    )
    return campaigns if may_organize else campaigns.filter(is_assessor=True)


def _number(rows: QuerySet[Any, Any]) -> Coalesce:
    return Coalesce(Subquery(rows), 0)


def _row(agreement: Agreement) -> dict[str, Any]:
    scope = agreement.scope
    return {**agreement._asdict(), "scope": [scope] if isinstance(scope, str) else list(scope)}
