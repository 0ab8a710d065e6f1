from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation import tickets
from annotation.api.judging_serializers import (
    ClaimRequestSerializer,
    JudgmentRequestSerializer,
    OwnJudgmentSerializer,
    RecordedSerializer,
    WorkSerializer,
)
from annotation.assignments import assignments, progress, ticket_for_change
from annotation.models import Judgment, Membership
from annotation.services.claim_pairs import claim_pairs
from annotation.services.record_judgment import Answer, record_judgment, standing
from ranking.exceptions import NotFound

HISTORY = 50


class JudgingView(APIView):
    """Base of what assessors use: everything hangs on their membership in the campaign."""

    def membership(self, request: Request, campaign_id: int) -> Membership:
        memberships = Membership.objects.select_related("campaign")
        found = memberships.filter(campaign_id=campaign_id, user_id=request.user.pk or 0).first()
        if found is None:
            raise NotFound("Your account does not judge in such a campaign.")
        return found


class ClaimsView(JudgingView):
    @extend_schema(
        operation_id="judging_claim", request=ClaimRequestSerializer, responses=WorkSerializer
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        asked = ClaimRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        membership = self.membership(request, campaign_id)
        return Response(WorkSerializer(_work(membership, asked.validated_data["n"])).data)


class JudgmentsView(JudgingView):
    @extend_schema(
        operation_id="judging_history", responses=OwnJudgmentSerializer(many=True), filters=False
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        own = _own_judgments(self.membership(request, campaign_id))
        for judgment in own:
            judgment.ticket = ticket_for_change(judgment)  # type: ignore[attr-defined]
        return Response(OwnJudgmentSerializer(own, many=True).data)

    @extend_schema(
        operation_id="judging_record",
        request=JudgmentRequestSerializer,
        responses=RecordedSerializer,
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        sent = JudgmentRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        fields = dict(sent.validated_data)
        membership = self.membership(request, campaign_id)
        ticket = tickets.read(fields.pop("ticket"), membership_id=membership.pk)
        client_key, n = fields.pop("client_key"), fields.pop("claim")
        judgment = record_judgment(
            membership=membership, ticket=ticket, answer=Answer(**fields), client_key=client_key
        )
        judgment.status = standing(judgment)  # type: ignore[attr-defined]
        recorded = {**_work(membership, n), "judgment": judgment}
        return Response(RecordedSerializer(recorded).data)


def _own_judgments(membership: Membership) -> list[Judgment]:
    own = membership.judgments.live().filter(occasion=0).order_by("-created_at", "-id")
    return list(
        own.select_related("grade", "campaign_pair__pair__topic", "campaign_pair__pair__passage")[
            :HISTORY
        ]
    )


def _work(membership: Membership, n: int) -> dict[str, Any]:
    claim = claim_pairs(membership=membership, n=n)
    return {
        "assignments": assignments(membership, claim),
        "empty": claim.nothing and {"reason": claim.nothing, "free_at": claim.free_at},
        "progress": progress(membership),
    }
