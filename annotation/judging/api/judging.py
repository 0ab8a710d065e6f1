from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access.lookup import find_membership
from annotation.database import database_now
from annotation.exceptions import OtherAccount
from annotation.judging.own_judgments import ANY_REASON, OwnCounts, Sought, own_counts, search_own
from annotation.judging.qualification import Feedback
from annotation.judging.recording import Answer, Recorded, Seen, VoteStatus, record_judgment
from annotation.judging.undoing import undo_judgment
from annotation.judging.visits import TIME, VisitReport, note_visit
from annotation.models import CampaignState, Membership, Reason
from annotation.serving import tickets
from annotation.serving.assignments import (
    Assignment,
    OwnJudgment,
    Progress,
    ShownTopic,
    as_shown,
    assignments,
    progress,
)
from annotation.serving.claim import MAX_LEASED, Claim, Nothing, claim_pairs
from annotation.serving.claim_context import ClaimContext, Newest
from annotation.serving.leases import keep_in_hand
from ranking.exceptions import NotFound
from ranking.http.limited_list import LimitedList
from ranking.http.page_field import PartQuerySerializer
from ranking.http.request_fields import body_fields, query_fields
from ranking.http.text_field import TextField
from ranking.http.tuple_serializer import (
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)
from ranking.pages import Part
from regrade.files.judging.judgment_row import LEAST_CONFIDENCE, MOST_CONFIDENCE

# Reasons an assessor may give; the others are recorded by imports and retractions.
GIVEN_REASONS = (Reason.UNREADABLE, Reason.UNCLEAR_TOPIC, Reason.LANGUAGE, Reason.OTHER)
MAX_SPANS = 1000
HOLD = "How many to hold in all; each request leases a few more. At 0 none are returned."
MAX_VERSION = 2**31 - 1


class SpanField(LimitedList):
    child = serializers.IntegerField(min_value=0)

    def __init__(self, **options: Any) -> None:
        super().__init__(min_length=2, max_length=2, **options)


class TopicSerializer(TupleSerializer[ShownTopic]):
    pass


class PassageSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    text = serializers.CharField()


class AssignmentSerializer(TupleSerializer[Assignment]):
    topic = TopicSerializer()
    leased_until = serializers.DateTimeField()


class EmptySerializer(serializers.Serializer[Any]):
    """Why there is nothing to judge; `state` is the campaign's and details `not_open`.

    Where others hold the rest, `free_at` says when the first of them counts as away, `free_in_s`
    in how many seconds, and `n_ahead` how many people have waited longer and come first.
    """

    reason = serializers.ChoiceField(choices=[nothing.value for nothing in Nothing])
    free_at = serializers.DateTimeField(allow_null=True)
    free_in_s = serializers.IntegerField(allow_null=True)
    n_ahead = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=CampaignState.choices)


class WorkSerializer(serializers.Serializer[Any]):
    """All pairs leased to the assessor; `empty` says why there are none.

    Empty when the request asks to hold no pairs. `newest` says whether the desk is worth reading
    again: there may be a newer guideline or message than the page shows.
    """

    assignments = AssignmentSerializer(many=True)
    empty = EmptySerializer(allow_null=True)
    progress = TupleSerializer[Progress]()
    newest = TupleSerializer[Newest]()


class ClaimRequestSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField(min_value=0, max_value=MAX_LEASED, help_text=HOLD)


class JudgmentRequestSerializer(serializers.Serializer[Any]):
    """An answer to a pair: a grade, or a reason why there is none.

    `spans` are the highlights. Where some grade of the scale requires highlights, those of any
    other answer are left out; where none does, any grade may have some, but no answer without one.
    """

    ticket = serializers.CharField()
    grade = serializers.IntegerField(allow_null=True)
    reason_not_judged = serializers.ChoiceField(choices=GIVEN_REASONS, allow_null=True)
    spans = LimitedList(child=SpanField(), max_length=MAX_SPANS)
    confidence = serializers.IntegerField(
        min_value=LEAST_CONFIDENCE,
        max_value=MOST_CONFIDENCE,
        allow_null=True,
        default=None,
        help_text="5 is very high.",
    )
    note = TextField(allow_blank=True, max_length=10_000, default="")
    active_ms = serializers.IntegerField(**TIME)
    away_ms = serializers.IntegerField(**TIME)
    visit = serializers.UUIDField(default=None)
    guideline = serializers.IntegerField(
        min_value=0,
        max_value=MAX_VERSION,
        allow_null=True,
        default=None,
        help_text="The version that the page showed, 0 where it showed none. Where nothing is said,"
        " the judgment is recorded under the newest when the pair was served.",
    )
    replaces = serializers.UUIDField(
        allow_null=True,
        required=False,
        help_text="The client key of the own answer to this passage that the page showed, null for"
        " none. Where another one stands, this one is set aside, and refused as"
        " `another_answer_stands` with the `standing` one. Where nothing is said, it replaces any.",
    )
    client_key = serializers.UUIDField()
    claim = serializers.IntegerField(min_value=0, max_value=MAX_LEASED, help_text=HOLD)


class StoredJudgmentSerializer(serializers.Serializer[Any]):
    """The stored judgment; spans are offsets into the text as it was shown.

    `sentence` is for the assessor: what there is to say besides that it is saved, or null.
    """

    id = serializers.IntegerField()
    grade = serializers.IntegerField(allow_null=True)
    reason_not_judged = serializers.CharField(allow_null=True)
    spans = serializers.ListField(child=SpanField())
    status = serializers.ChoiceField(choices=[status.value for status in VoteStatus])
    sentence = serializers.CharField(allow_null=True)


class RecordedSerializer(WorkSerializer):
    judgment = StoredJudgmentSerializer()
    feedback = TupleSerializer[Feedback](allow_null=True)


class UndoRequestSerializer(RequestSerializer[Any]):
    derived_from = arguments(undo_judgment, "client_key", judgment="judgment_id")
    claim = serializers.IntegerField(min_value=0, max_value=MAX_LEASED, help_text=HOLD)


class ActivitySerializer(RequestSerializer[VisitReport]):
    """Length of one stay on a pair so far; sent repeatedly while it lasts."""

    ticket = serializers.CharField()


class OwnJudgmentSerializer(RowSerializer):
    model = OwnJudgment
    columns = [
        "judgment.id",
        "key",
        "ticket",
        "answer",
        "topic",
        "passage",
        "grade",
        "reason_not_judged",
        "spans",
        "judgment.confidence",
        "judgment.note",
        "judgment.created_at",
    ]
    answer = serializers.UUIDField(
        source="judgment.client_key", help_text="For `replaces` of a judgment that changes it."
    )
    topic = TopicSerializer()
    grade = serializers.IntegerField(source="judgment.grade.value", allow_null=True, default=None)
    reason_not_judged = serializers.CharField(source="judgment.reason_not_judged", allow_null=True)
    spans = serializers.ListField(child=SpanField())


class OwnJudgmentsSerializer(TupleSerializer[Part]):
    rows = OwnJudgmentSerializer(many=True)


class SoughtSerializer(RequestSerializer[Sought], PartQuerySerializer):
    reason = serializers.ChoiceField(
        choices=[*Reason.values, ANY_REASON], default="", help_text="`any` is each of them."
    )


class CountedSerializer(RequestSerializer[Any]):
    derived_from = arguments(own_counts, "query")


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
        """Claim the next pairs to judge; pairs that were claimed before come first."""
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
        part = search_own(self.membership(request, campaign_id), sought)
        now = database_now()
        rows = [as_shown(judgment, now) for judgment in part.rows]
        return Response(OwnJudgmentsSerializer(replace(part, rows=rows)).data)

    @extend_schema(
        operation_id="judging_record",
        request=JudgmentRequestSerializer,
        responses=RecordedSerializer,
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Store an answer; sending it again changes nothing."""
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
    @extend_schema(
        operation_id="judging_own_counts",
        parameters=[CountedSerializer],
        responses=TupleSerializer[OwnCounts],
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Count own judgments by grade, reason and query."""
        asked = query_fields(request, CountedSerializer)
        counts = own_counts(self.membership(request, campaign_id), **asked)
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
        ticket = tickets.read(fields.pop("ticket"), membership_id=membership.pk)
        note_visit(membership=membership, ticket=ticket, report=VisitReport(**fields))
        return Response(status=status.HTTP_204_NO_CONTENT)


# Answers to every judgment, as the serializers describe them: these would take longer than the
# claim itself.


def _work(membership: Membership, n: int) -> dict[str, Any]:
    if n == 0:
        context = keep_in_hand(membership=membership)
        return {"assignments": [], "empty": None, **standing(context)}
    claim = claim_pairs(membership=membership, n=n)
    return work_of(claim)


def work_of(claim: Claim) -> dict[str, Any]:
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
