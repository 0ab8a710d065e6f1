from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access.membership import find_membership
from annotation.database import database_now
from annotation.exceptions import OtherAccount
from annotation.judging.api.judging_serializers import (
    ActivitySerializer,
    ClaimRequestSerializer,
    JudgmentRequestSerializer,
    OwnJudgmentsSerializer,
    RecordedSerializer,
    SoughtSerializer,
    UndoRequestSerializer,
    WorkSerializer,
)
from annotation.judging.own_judgments import OwnCounts, Sought, own_counts, own_page
from annotation.judging.recording import Answer, Recorded, Seen, record_judgment
from annotation.judging.undoing import undo_judgment
from annotation.judging.visits import VisitReport, note_visit
from annotation.models import Membership
from annotation.serving import tickets
from annotation.serving.assignments import Assignment, as_shown, assignments, progress
from annotation.serving.claim import Claim, Nothing, claim_pairs
from annotation.serving.claim_context import ClaimContext
from annotation.serving.leases import keep_in_hand
from ranking.exceptions import NotFound
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.tuple_serializer import TupleSerializer

# Made once: making its fields takes longer than checking by them.
JUDGMENT_REQUEST = JudgmentRequestSerializer()


class JudgingView(APIView):
    """Base of assessors' views: each needs a membership in the campaign.

    What waited in a browser may arrive when another person has signed in there. So the page says
    in a header whose it is, percent-encoded as headers cannot hold every name.
    """

    def membership(self, request: Request, campaign_id: int) -> Membership:
        meant = unquote(request.headers.get("X-Regrade-Username", ""))
        if meant not in {"", request.user.get_username()}:
            raise OtherAccount(f"This page belongs to {meant}; another account is signed in now.")
        found = find_membership(campaign_id=campaign_id, user_id=request.user.pk or 0)
        if found is None:
            raise NotFound("Your account is no assessor of this campaign.")
        return found


class ClaimsView(JudgingView):
    @extend_schema(
        operation_id="judging_claim", request=ClaimRequestSerializer, responses=WorkSerializer
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        n = body_fields(request, ClaimRequestSerializer)["n"]
        membership = self.membership(request, campaign_id)
        return Response(_work(membership, n))


class JudgmentsView(JudgingView):
    @extend_schema(
        operation_id="judging_history",
        parameters=[SoughtSerializer],
        responses=OwnJudgmentsSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Search own judgments, the newest first, in pages."""
        sought = Sought(**query_fields(request, SoughtSerializer))
        page = own_page(self.membership(request, campaign_id), sought)
        now = database_now()
        rows = [as_shown(judgment, now) for judgment in page.rows]
        return Response(OwnJudgmentsSerializer({"rows": rows, "next": page.next}).data)

    @extend_schema(
        operation_id="judging_record",
        request=JudgmentRequestSerializer,
        responses=RecordedSerializer,
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        fields = dict(JUDGMENT_REQUEST.run_validation(request.data))
        membership = self.membership(request, campaign_id)
        ticket = tickets.read(fields.pop("ticket"), membership_id=membership.pk)
        client_key, n = fields.pop("client_key"), fields.pop("claim")
        seen = Seen(fields.pop("replaces")) if "replaces" in fields else None
        recorded = record_judgment(
            membership=membership,
            ticket=ticket,
            answer=Answer(**fields, seen=seen),
            client_key=client_key,
        )
        return Response({**_work(membership, n), **_recorded_response(recorded)})


class OwnCountsView(JudgingView):
    @extend_schema(operation_id="judging_own_counts", responses=TupleSerializer[OwnCounts])
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """Count own judgments by grade, reason and query."""
        counts = own_counts(self.membership(request, campaign_id))
        return Response(TupleSerializer[OwnCounts](counts).data)


class UndoView(JudgingView):
    @extend_schema(
        operation_id="judging_undo", request=UndoRequestSerializer, responses=WorkSerializer
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Undo an own judgment; its pair is served next."""
        fields = body_fields(request, UndoRequestSerializer)
        membership = self.membership(request, campaign_id)
        undo_judgment(
            membership=membership,
            judgment_id=fields["judgment"],
            client_key=fields["client_key"],
        )
        return Response(_work(membership, fields["claim"]))


class ActivityView(JudgingView):
    @extend_schema(
        operation_id="judging_activity", request=ActivitySerializer, responses={204: None}
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Report the length of a stay on a pair so far; this renews leases."""
        fields = body_fields(request, ActivitySerializer)
        membership = self.membership(request, campaign_id)
        report = VisitReport(fields["visit"], fields["active_ms"], fields["away_ms"])
        ticket = tickets.read(fields["ticket"], membership_id=membership.pk)
        note_visit(membership=membership, ticket=ticket, report=report)
        return Response(status=status.HTTP_204_NO_CONTENT)


# Answers to every judgment, as the serializers describe them: these would take longer than the
# claim itself.


def _work(membership: Membership, n: int) -> dict[str, Any]:
    if n == 0:
        context = keep_in_hand(membership=membership)
        return {"assignments": [], "empty": None, **standing(context)}
    claim = claim_pairs(membership=membership, n=n)
    return {
        "assignments": [_shown(assignment) for assignment in assignments(claim)],
        "empty": claim.nothing and _empty(claim, claim.nothing),
        **standing(claim.context),
    }


def standing(context: ClaimContext) -> dict[str, Any]:
    return {"progress": progress(context)._asdict(), "newest": context.newest._asdict()}


def _empty(claim: Claim, reason: Nothing) -> dict[str, Any]:
    return {
        "reason": reason,
        "free_at": claim.free_at,
        "free_in_s": claim.free_in_s,
        "n_ahead": claim.context.n_ahead if reason == Nothing.HELD_BY_OTHERS else None,
        "state": claim.context.state,
    }


def _shown(assignment: Assignment) -> dict[str, Any]:
    topic, passage = assignment.topic._asdict(), assignment.passage._asdict()
    return {**assignment._asdict(), "topic": topic, "passage": passage}


def _recorded_response(recorded: Recorded) -> dict[str, Any]:
    return {
        "judgment": {
            "id": recorded.judgment.pk,
            "grade": recorded.grade,
            "reason_not_judged": recorded.judgment.reason_not_judged,
            "spans": recorded.spans,
            "status": recorded.status,
            "sentence": recorded.status.sentence,
        },
        "feedback": recorded.feedback and recorded.feedback._asdict(),
    }
