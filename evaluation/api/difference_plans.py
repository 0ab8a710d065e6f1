from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.access import CompareView
from evaluation.api.comparison_serializers import TopicQuestionSerializer
from evaluation.api.comparisons import found_comparison, point_of
from evaluation.comparisons.results import ComparedRuns
from evaluation.families.difference_plans import DifferencePlan, Planned, plan_difference
from evaluation.scores.measures import check_tested
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import TupleSerializer


class PlannedSerializer(serializers.Serializer[Any]):
    """`difference` is another one to find, instead of the one that was seen."""

    difference = serializers.FloatField(required=False)
    power = serializers.FloatField(default=0.8)
    alpha = serializers.FloatField(default=0.05)


class DifferencePlanQuestionSerializer(TopicQuestionSerializer, PlannedSerializer):
    """One difference of a comparison; `difference` is another one to find instead."""


class DifferencePlanView(CompareView):
    @extend_schema(
        operation_id="comparison_topic_plan",
        parameters=[DifferencePlanQuestionSerializer],
        responses=TupleSerializer[DifferencePlan],
    )
    def get(self, request: Request) -> Response:
        """How many topics a difference of a requested comparison needs, alone and in its table."""
        asked = query_fields(request, DifferencePlanQuestionSerializer)
        plan = plan_asked_of(found_comparison(request, asked), asked)
        return Response(TupleSerializer[DifferencePlan](plan).data)


def plan_asked_of(compared: ComparedRuns, asked: dict[str, Any]) -> DifferencePlan:
    """Plan for the point of a comparison that a request names, with its numbers."""
    planned = Planned(asked.get("difference"), asked["power"], asked["alpha"])
    contrast, index = point_of(compared, asked)
    measure = compared.measures[index]
    check_tested([measure])
    values = contrast.baseline.values[measure.name], contrast.run.values[measure.name]
    return plan_difference(*values, planned, n_tests=compared.n_tests)
