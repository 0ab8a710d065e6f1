"""Views on an assessor's own data and choices; they also work when withdrawn or paused."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account
from annotation.judging.api.judging import JudgingView
from annotation.models import EnglishLevel
from annotation.people.api.members_serializers import (
    WithdrawalRequestSerializer,
    WithdrawalSerializer,
)
from annotation.people.api.own_record_serializers import (
    ConsentRequestSerializer,
    ConsentSerializer,
    HeldJudgmentsSerializer,
    HeldSerializer,
    HeldVisitsSerializer,
    MeRequestSerializer,
    MeSerializer,
    PageRequestSerializer,
)
from annotation.people.consents import accept_notice
from annotation.people.own_record import own_record, recorded_judgments, recorded_visits
from annotation.people.withdrawal import Work, withdraw_member
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields


class MeView(JudgingView):
    @extend_schema(operation_id="judging_me", request=MeRequestSerializer, responses=MeSerializer)
    def patch(self, request: Request, campaign_id: int) -> Response:
        level = body_fields(request, MeRequestSerializer)["english_level"]
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
        asked = body_fields(request, WithdrawalRequestSerializer)
        withdrawal = withdraw_member(
            membership=self.membership(request, campaign_id),
            work=Work(asked["work"]),
            actor=account(request),
        )
        return Response(WithdrawalSerializer(withdrawal).data)


class HeldView(JudgingView):
    @extend_schema(operation_id="judging_held", responses=HeldSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        membership = self.membership(request, campaign_id)
        return Response(HeldSerializer(own_record(membership)).data)


class HeldJudgmentsView(JudgingView):
    @extend_schema(
        operation_id="judging_held_judgments",
        parameters=[PageRequestSerializer],
        responses=HeldJudgmentsSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Every version of every own judgment, a page at a time."""
        membership = self.membership(request, campaign_id)
        page = recorded_judgments(membership, after=_after(request))
        return Response(HeldJudgmentsSerializer(page).data)


class HeldVisitsView(JudgingView):
    @extend_schema(
        operation_id="judging_held_visits",
        parameters=[PageRequestSerializer],
        responses=HeldVisitsSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Every stay on a pair, a page at a time."""
        membership = self.membership(request, campaign_id)
        page = recorded_visits(membership, after=_after(request))
        return Response(HeldVisitsSerializer(page).data)


def _after(request: Request) -> int:
    return int(query_fields(request, PageRequestSerializer)["after"])
