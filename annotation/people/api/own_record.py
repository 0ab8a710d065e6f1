"""Views on an assessor's own data and choices; they also work when withdrawn or paused."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account
from annotation.judging.api.judging import JudgingView, PassageSerializer, TopicSerializer
from annotation.models import (
    Adjudication,
    CampaignEvent,
    Consent,
    EnglishLevel,
    Judgment,
    Membership,
    Message,
    Visit,
)
from annotation.pairs.api.pairs import VersionSerializer
from annotation.people.api.joining import JoinedCampaignSerializer
from annotation.people.api.members import (
    GoldSerializer,
    MembershipSerializer,
    PaceSerializer,
    WithdrawalRequestSerializer,
    WithdrawalSerializer,
)
from annotation.people.consents import accept_notice
from annotation.people.memberships import withdraw_member
from annotation.people.own_record import OwnRecord, own_record, recorded_judgments, recorded_visits
from annotation.serving.tickets import pair_name
from ranking.http.page_field import PartQuerySerializer
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.tuple_serializer import (
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)
from ranking.pages import Part


class MeSerializer(RowSerializer):
    model = Membership
    columns = ["english_level"]


class ConsentRequestSerializer(RequestSerializer[Any]):
    derived_from = arguments(accept_notice, "notice_version")


class ConsentSerializer(RowSerializer):
    model = Consent
    columns = ["notice_version", "given_at"]
    paths = {"notice_version": "notice.version"}


class OwnEventSerializer(RowSerializer):
    model = CampaignEvent
    columns = ["kind", "at"]
    by = serializers.SerializerMethodField()

    def get_by(self, event: CampaignEvent) -> str:
        """`self`, or `organizer`; not which one."""
        return str(event.details.get("by", "organizer"))


class HeldMessageSerializer(RowSerializer):
    """A message from an organizer."""

    model = Message
    columns = ["text", "sent_at"]
    seen_at = serializers.DateTimeField(allow_null=True, help_text="When it was put away.")


class HeldDecisionSerializer(RowSerializer):
    """A decision that they made as an adjudicator."""

    model = Adjudication
    columns = [
        "pair",
        "campaign_pair.pair.topic.query",
        "grade",
        "reason",
        "note",
        "saw_votes",
        "decided_at",
        "ended_at",
    ]
    paths = {
        "pair": "campaign_pair_id",
        "grade": "grade.value",
        "decided_at": "created_at",
        "ended_at": "superseded_at",
    }


class HeldSerializer(RowSerializer):
    """Data stored about the requesting assessor; judgments and visits are listed apart."""

    model = OwnRecord
    columns = ["username", "email", "campaign", "membership", "consents", "events", "counts"]
    campaign = JoinedCampaignSerializer(source="membership.campaign")
    membership = MembershipSerializer()
    consents = ConsentSerializer(many=True)
    events = OwnEventSerializer(many=True)
    pace = PaceSerializer()
    gold_pairs = GoldSerializer(allow_null=True)
    messages = HeldMessageSerializer(many=True)
    decisions = HeldDecisionSerializer(many=True)


class PairNameField(serializers.CharField):
    """Of a judgment's or visit's pair, the same for the same pair."""

    def __init__(self) -> None:
        super().__init__(source="*", help_text="The same for the same pair.")

    def to_representation(self, value: Any) -> str:
        member = value.assessor_id if isinstance(value, Judgment) else value.membership_id
        return pair_name(membership_id=member, campaign_pair_id=value.campaign_pair_id)


class HeldJudgmentSerializer(VersionSerializer):
    occasion = serializers.IntegerField(source="shown_occasion", allow_null=True)
    pair = PairNameField()
    topic = TopicSerializer(source="campaign_pair.pair.topic")
    passage = PassageSerializer(source="campaign_pair.pair.passage")
    imported = serializers.DictField(allow_null=True)


class HeldVisitSerializer(RowSerializer):
    model = Visit
    columns = [
        "started_at",
        "last_seen_at",
        "active_ms",
        "away_ms",
        "pair",
        "campaign_pair.pair.topic.query",
    ]
    pair = PairNameField()


class HeldJudgmentsSerializer(TupleSerializer[Part]):
    rows = HeldJudgmentSerializer(many=True)


class HeldVisitsSerializer(TupleSerializer[Part]):
    rows = HeldVisitSerializer(many=True)


class MeView(JudgingView):
    @extend_schema(operation_id="judging_me", request=MeSerializer, responses=MeSerializer)
    def patch(self, request: Request, campaign_id: int) -> Response:
        """Set your level of English for the campaign."""
        level = body_fields(request, MeSerializer)["english_level"]
        member = self.membership(request, campaign_id)
        member.set_english_level(EnglishLevel(level) if level else None)
        return Response(MeSerializer(member).data)


class ConsentView(JudgingView):
    @extend_schema(
        operation_id="judging_consent",
        request=ConsentRequestSerializer,
        responses=ConsentSerializer,
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Accept the data notice, which judging needs."""
        asked = body_fields(request, ConsentRequestSerializer)
        consent = accept_notice(membership=self.membership(request, campaign_id), **asked)
        return Response(ConsentSerializer(consent).data)


class OwnWithdrawalView(JudgingView):
    @extend_schema(
        operation_id="judging_withdraw",
        request=WithdrawalRequestSerializer,
        responses=WithdrawalSerializer,
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Withdraw from the campaign; judgments stay or are retracted."""
        asked = body_fields(request, WithdrawalRequestSerializer)
        withdrawal = withdraw_member(
            membership=self.membership(request, campaign_id),
            actor=account(request),
            **asked,
        )
        return Response(WithdrawalSerializer(withdrawal).data)


class HeldView(JudgingView):
    @extend_schema(operation_id="judging_held", responses=HeldSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """All data stored about you in the campaign."""
        membership = self.membership(request, campaign_id)
        return Response(HeldSerializer(own_record(membership)).data)


class HeldJudgmentsView(JudgingView):
    @extend_schema(
        operation_id="judging_held_judgments",
        parameters=[PartQuerySerializer],
        responses=HeldJudgmentsSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Every version of every own judgment, a page at a time."""
        membership = self.membership(request, campaign_id)
        asked = query_fields(request, PartQuerySerializer)
        return Response(HeldJudgmentsSerializer(recorded_judgments(membership, **asked)).data)


class HeldVisitsView(JudgingView):
    @extend_schema(
        operation_id="judging_held_visits",
        parameters=[PartQuerySerializer],
        responses=HeldVisitsSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Every stay on a pair, a page at a time."""
        membership = self.membership(request, campaign_id)
        asked = query_fields(request, PartQuerySerializer)
        return Response(HeldVisitsSerializer(recorded_visits(membership, **asked)).data)
