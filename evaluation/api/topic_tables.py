"""A comparison topic by topic: one measure of it, and all its values as a file."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.access import CompareView
from evaluation.api.comparison_serializers import MeasureQuestionSerializer, QuestionSerializer
from evaluation.api.comparisons import found_comparison
from evaluation.comparisons.by_topic import TopicTable, topic_table, topic_values
from evaluation.comparisons.results import ComparedRuns
from evaluation.comparisons.sides import evaluations_of, measure_of
from evaluation.exceptions import TooMuchAsked
from ranking.http.csv_files import BomSerializer, csv_file
from ranking.http.downloads import as_file
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import TupleSerializer
from regrade.tables import csv_of

MOST_VALUES = 2_000_000
COLUMNS = ["query_id", "run", "labels", "measure", "value"]


class TopicTableView(CompareView):
    @extend_schema(
        operation_id="comparison_topic_table",
        parameters=[MeasureQuestionSerializer],
        responses=TupleSerializer[TopicTable],
    )
    def get(self, request: Request) -> Response:
        """One measure of a comparison that was asked for, topic by topic."""
        asked = query_fields(request, MeasureQuestionSerializer)
        name = asked.pop("measure")
        compared = found_comparison(request, asked)
        measure = measure_of(compared, name)
        _refuse_long(compared, 1)
        return Response(TupleSerializer[TopicTable](topic_table(compared, measure)).data)


class TopicValuesCsvView(CompareView):
    @extend_schema(
        operation_id="comparison_topic_values_csv",
        parameters=[QuestionSerializer, BomSerializer],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    @csv_file
    def get(self, request: Request) -> HttpResponse:
        """Every value of a comparison that was asked for, one a line."""
        compared = found_comparison(request, query_fields(request, QuestionSerializer))
        _refuse_long(compared, len(compared.measures))
        text = csv_of(COLUMNS, topic_values(compared))
        return as_file(text, "text/csv", "comparison-topics.csv")


def _refuse_long(compared: ComparedRuns, n_measures: int) -> None:
    """Check that an answer with a line for each value can be held in memory."""
    n_scored = len(evaluations_of(compared).scores)
    n_values = n_scored * n_measures * len(compared.topics.topics)
    if n_values > MOST_VALUES:
        raise TooMuchAsked(
            f"That is {n_values:,} values, and one answer holds up to {MOST_VALUES:,}: compare"
            " fewer runs, label sets or measures at once, or use evaluate --per-topic.",
            code="too_many_values",
        )
