from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.access import CompareView
from evaluation.api.comparison_serializers import TopicQuestionSerializer
from evaluation.api.comparisons import found_comparison, point_of
from evaluation.families.difference_plans import DifferencePlan, Planned, plan_difference
from evaluation.scores.measures import check_tested
from ranking.api.request_fields import query_fields
from ranking.api.tuple_serializer import TupleSerializer


class DifferencePlanQuestionSerializer(TopicQuestionSerializer):
    """One difference of a comparison; `difference` is another one to find instead."""

    difference = serializers.FloatField(required=False)
    power = serializers.FloatField(default=0.8)
    alpha = serializers.FloatField(default=0.05)


class DifferencePlanView(CompareView):
    @extend_schema(
        operation_id="comparison_topic_plan",
        parameters=[DifferencePlanQuestionSerializer],
        responses=TupleSerializer[DifferencePlan],
    )
    def get(self, request: Request) -> Response:
        """How many topics a difference of a requested comparison needs, alone and in its table."""
        asked = query_fields(request, DifferencePlanQuestionSerializer)
        planned = Planned(asked.pop("difference", None), asked.pop("power"), asked.pop("alpha"))
        compared = found_comparison(request, asked)
        contrast, index = point_of(compared, asked)
        measure = compared.measures[index]
        check_tested([measure])
        values = contrast.baseline.values[measure.name], contrast.run.values[measure.name]
        plan = plan_difference(*values, planned, n_tests=compared.n_tests)
        return Response(TupleSerializer[DifferencePlan](plan).data)
