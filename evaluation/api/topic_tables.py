"""A comparison topic by topic: one measure of it, and all its values as a file."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.access import CompareView
from evaluation.api.comparison_serializers import QuestionSerializer
from evaluation.api.comparisons import found_comparison
from evaluation.comparisons.by_topic import TopicTable, topic_table, topic_values
from evaluation.exceptions import NotComparable
from ranking.api.request_fields import query_fields
from ranking.api.tuple_serializer import TupleSerializer
from regrade.tables import csv_of

COLUMNS = ["query_id", "run", "labels", "measure", "value"]


class TopicTableQuestionSerializer(QuestionSerializer):
    """One measure of a comparison, of every run under every label set."""

    measure = serializers.CharField()


class TopicTableView(CompareView):
    @extend_schema(
        operation_id="comparison_topic_table",
        parameters=[TopicTableQuestionSerializer],
        responses=TupleSerializer[TopicTable],
    )
    def get(self, request: Request) -> Response:
        """One measure of a comparison that was asked for, topic by topic."""
        asked = query_fields(request, TopicTableQuestionSerializer)
        name = asked.pop("measure")
        compared = found_comparison(request, asked)
        measures = {measure.name: measure for measure in compared.measures}
        if name not in measures:
            raise NotComparable(
                f"{name} is not part of this comparison: it has {', '.join(measures)}.",
                field="measure",
            )
        return Response(TupleSerializer[TopicTable](topic_table(compared, measures[name])).data)


class TopicValuesCsvView(CompareView):
    @extend_schema(
        operation_id="comparison_topic_values_csv",
        parameters=[QuestionSerializer],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request) -> HttpResponse:
        """Every value of a comparison that was asked for, one a line."""
        compared = found_comparison(request, query_fields(request, QuestionSerializer))
        text = csv_of(COLUMNS, topic_values(compared))
        response = HttpResponse(text, content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="comparison-topics.csv"'
        return response
