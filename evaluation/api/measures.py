from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.access import CompareView
from evaluation.api.score_serializers import MeasureFamilySerializer
from evaluation.scores.measures import measure_families
from ranking.http.request_fields import takes_no_fields


class MeasuresView(CompareView):
    @extend_schema(operation_id="measures_list", responses=MeasureFamilySerializer(many=True))
    @takes_no_fields
    def get(self, request: Request) -> Response:
        return Response(MeasureFamilySerializer(measure_families(), many=True).data)
