from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_by_id
from annotation.access.permissions import OrganizersView, judges_now
from annotation.board.api.serializers import AgreementRowSerializer
from annotation.board.pilot_report import PilotAssessor, PilotReport, pilot_report
from annotation.campaigns.api.new_campaign_serializers import INT64_MAX
from annotation.campaigns.pilot import PilotDraw, draw_pilot
from annotation.labels.counts import ValueCount
from annotation.models import AssessorKind
from ranking.http.request_fields import body_fields, takes_no_fields
from ranking.http.tuple_serializer import TupleSerializer


class PilotRequestSerializer(serializers.Serializer[Any]):
    """Size of the pilot: a share of the regular pairs, or their number."""

    share = serializers.FloatField(required=False)
    n = serializers.IntegerField(required=False)
    seed = serializers.IntegerField(min_value=0, max_value=INT64_MAX, required=False)


class GradeTallySerializer(TupleSerializer[ValueCount]):
    pass


class PilotAssessorSerializer(TupleSerializer[PilotAssessor]):
    kind = serializers.ChoiceField(choices=AssessorKind.choices)
    grades = serializers.SerializerMethodField()

    @extend_schema_field(GradeTallySerializer(many=True))
    def get_grades(self, assessor: PilotAssessor) -> list[dict[str, int]]:
        return [{"value": value, "n": n} for value, n in assessor.grades.items()]


class PilotSerializer(TupleSerializer[PilotReport]):
    """Report on the pilot; its agreement has the scope ["overall"]."""

    agreement = AgreementRowSerializer()
    assessors = PilotAssessorSerializer(many=True)


class PilotView(OrganizersView):
    @extend_schema(operation_id="campaign_pilot", responses=PilotSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        campaign = campaign_by_id(campaign_id)
        if judges_now(request, campaign):
            raise PermissionDenied("You judge here yourself; the pilot shows when it has ended.")
        return Response(PilotSerializer(pilot_report(campaign)).data)

    @extend_schema(
        operation_id="campaign_draw_pilot",
        request=PilotRequestSerializer,
        responses={201: TupleSerializer[PilotDraw]},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        asked = body_fields(request, PilotRequestSerializer)
        campaign = campaign_by_id(campaign_id)
        drawn = draw_pilot(campaign=campaign, actor=account(request), **asked)
        return Response(TupleSerializer[PilotDraw](drawn).data, status=status.HTTP_201_CREATED)
