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
from evaluation.comparisons.results import ComparedRuns
from evaluation.exceptions import NotComparable, TooMuchAsked
from ranking.api.request_fields import query_fields
from ranking.api.tuple_serializer import TupleSerializer
from regrade.tables import csv_of

MOST_VALUES = 2_000_000
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
        _refuse_long(compared, n_measures=1)
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
        _refuse_long(compared)
        text = csv_of(COLUMNS, topic_values(compared))
        response = HttpResponse(text, content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="comparison-topics.csv"'
        return response


def _refuse_long(compared: ComparedRuns, n_measures: int | None = None) -> None:
    """Check that an answer with a line for each value can be held in memory."""
    n_runs = len(compared.blocks[0].contrasts) + 1
    n_labels = len(compared.blocks) + (compared.baseline_labels is not None)
    of_measures = len(compared.measures) if n_measures is None else n_measures
    n_values = n_runs * n_labels * of_measures * len(compared.topics.topics)
    if n_values > MOST_VALUES:
        raise TooMuchAsked(
            f"That is {n_values:,} values, and one answer holds up to {MOST_VALUES:,}: compare"
            " fewer runs, label sets or measures at once, or use evaluate --per-topic."
        )
