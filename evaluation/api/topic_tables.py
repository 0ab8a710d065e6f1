"""A comparison topic by topic: one measure of it, and all its values as a file."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.access import CompareView
from evaluation.api.comparison_serializers import QuestionSerializer
from evaluation.api.comparisons import found_comparison
from evaluation.comparisons.by_topic import TopicTable, topic_table, topic_values
from evaluation.comparisons.results import ComparedRuns
from evaluation.comparisons.sides import evaluations_of, measure_of
from evaluation.exceptions import TooMuchAsked
from ranking.http.downloads import as_file
from ranking.http.formats import FormatsSerializer, in_formats
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import TupleSerializer
from regrade.measures.measure import Measure
from regrade.tables import csv_of

MOST_VALUES = 2_000_000
COLUMNS = ["query_id", "run", "labels", "measure", "value"]


class TableQuestionSerializer(QuestionSerializer):
    measure = serializers.CharField(
        required=False, help_text="Of the table; without one, CSV has all of the comparison's."
    )


class TopicTableView(CompareView):
    @extend_schema(
        operation_id="comparison_topic_table",
        parameters=[TableQuestionSerializer, FormatsSerializer],
        responses=in_formats(TupleSerializer[TopicTable], "csv"),
    )
    def get(self, request: Request) -> Response:
        """One measure of a comparison that was asked for, topic by topic; as CSV a value a line."""
        compared, measures = _asked_for(request)
        if len(measures) != 1:
            raise ValidationError({"measure": ["A table has one measure: name it."]})
        return Response(TupleSerializer[TopicTable](topic_table(compared, measures[0])).data)

    def as_csv(self, request: Request) -> HttpResponse:
        values = topic_values(*_asked_for(request))
        return as_file(csv_of(COLUMNS, values), "csv", "comparison-topics")


def _asked_for(request: Request) -> tuple[ComparedRuns, Sequence[Measure]]:
    asked = query_fields(request, TableQuestionSerializer)
    name = asked.pop("measure", None)
    compared = found_comparison(request, asked)
    measures = compared.measures if name is None else [measure_of(compared, name)]
    _refuse_long(compared, len(measures))
    return compared, measures


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
