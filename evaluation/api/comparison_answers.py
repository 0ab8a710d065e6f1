"""Questions about a comparison beyond its table: orders, bounds, topics, and topics needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.access import CompareView
from evaluation.api.comparison_serializers import (
    MeasureQuestionSerializer,
    QuestionSerializer,
    TopicQuestionSerializer,
)
from evaluation.api.comparisons import found_comparison, point_of
from evaluation.api.scores import ComparedOrdersSerializer
from evaluation.comparisons.by_topic import TopicTable, topic_table, topic_values
from evaluation.comparisons.results import (
    ComparedRuns,
    evaluations_of,
    label_sets_of,
    measure_of,
)
from evaluation.comparisons.turning import turning_of
from evaluation.comparisons.unjudged import Bounds, bounds_of
from evaluation.exceptions import TooMuchAsked
from evaluation.families.correlations import (
    CorrelatedOrders,
    MeasuredOrder,
    RunMean,
    correlate_compared,
    correlate_two,
    run_means,
)
from evaluation.families.difference_plans import DifferencePlan, Planned, plan_difference
from evaluation.reports.families import CORRELATION_COLUMNS, correlation_rows
from evaluation.scores.estimable import mark_of
from evaluation.scores.measures import check_tested
from evaluation.whatif.turning import FewestLabels
from ranking.http.downloads import as_file
from ranking.http.formats import FormatsSerializer, in_formats
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import RequestSerializer, RowSerializer, TupleSerializer
from regrade.measures.measure import Measure
from regrade.tables import csv_of, csv_of_rows

AXES = ("labels_x", "measure_x", "labels_y", "measure_y")
MOST_VALUES = 2_000_000
COLUMNS = ["query_id", "run", "labels", "measure", "value"]


class AxesSerializer(serializers.Serializer[Any]):
    """Two measures under label sets of a comparison."""

    labels_x = serializers.CharField()
    measure_x = serializers.CharField()
    labels_y = serializers.CharField()
    measure_y = serializers.CharField()


class TwoOrdersQuestionSerializer(QuestionSerializer, AxesSerializer):
    """A comparison, and two measures under label sets of it."""


class CorrelatedOrdersSerializer(RowSerializer):
    """Without resamples there are no intervals: drawing them would take too long here."""

    model = CorrelatedOrders
    columns = ["options.seed", "resamples", "options.confidence"]
    paths = {"resamples": "options.n_resamples"}
    pairs = ComparedOrdersSerializer(many=True, source="correlated.pairs")


class OrdersSerializer(CorrelatedOrdersSerializer):
    """Means of all compared runs by all measures, and how alike they are ordered by one."""

    means = TupleSerializer[RunMean](many=True)


class PlannedSerializer(RequestSerializer[Planned]):
    """`difference` is another one to find, instead of the one that was seen."""

    difference = serializers.FloatField(required=False)


class DifferencePlanQuestionSerializer(TopicQuestionSerializer, PlannedSerializer):
    """One difference of a comparison; `difference` is another one to find instead."""


class TableQuestionSerializer(QuestionSerializer):
    measure = serializers.CharField(
        required=False, help_text="Of the table; without one, CSV has all of the comparison's."
    )


class OrderView(CompareView):
    @extend_schema(
        operation_id="comparison_order",
        parameters=[MeasureQuestionSerializer, FormatsSerializer],
        responses=in_formats(OrdersSerializer, "csv"),
    )
    def get(self, request: Request) -> Response:
        """Means with intervals, and rank correlations between label sets, or else measures."""
        asked = query_fields(request, MeasureQuestionSerializer)
        name = asked.pop("measure")
        compared = found_comparison(request, asked)
        return Response(OrdersSerializer(orders_view(compared, name, asked["seed"])).data)

    def as_csv(self, request: Request) -> HttpResponse:
        asked = query_fields(request, MeasureQuestionSerializer)
        name = asked.pop("measure")
        found = correlate_compared(found_comparison(request, asked), name, seed=asked["seed"])
        rows = correlation_rows(found.correlated)
        return as_file(csv_of_rows(rows, CORRELATION_COLUMNS), "csv", "rank-correlations")


class TwoOrdersView(CompareView):
    @extend_schema(
        operation_id="comparison_two_orders",
        parameters=[TwoOrdersQuestionSerializer],
        responses=CorrelatedOrdersSerializer,
    )
    def get(self, request: Request) -> Response:
        """Any two orders of the compared runs: by one measure and by another, under any labels."""
        asked = query_fields(request, TwoOrdersQuestionSerializer)
        axes = {name: asked.pop(name) for name in AXES}
        compared = found_comparison(request, asked)
        found = two_orders(compared, axes, asked["seed"])
        return Response(CorrelatedOrdersSerializer(found).data)


class BoundsView(CompareView):
    @extend_schema(
        operation_id="comparison_bounds",
        parameters=[MeasureQuestionSerializer],
        responses=TupleSerializer[Bounds],
    )
    def get(self, request: Request) -> Response:
        """How much of each compared run is judged, and what unjudged passages could make of it."""
        asked = query_fields(request, MeasureQuestionSerializer)
        name = asked.pop("measure")
        found = bounds_of(found_comparison(request, asked), name)
        return Response(TupleSerializer[Bounds](found).data)


class FewestLabelsView(CompareView):
    @extend_schema(
        operation_id="comparison_turning",
        parameters=[TopicQuestionSerializer],
        responses=TupleSerializer[FewestLabels],
    )
    def get(self, request: Request) -> Response:
        """The fewest labels whose change puts the other of two compared runs ahead.

        Of `run` and the baseline, under `label_set`, by `measure`, on the topics compared.
        """
        asked = query_fields(request, TopicQuestionSerializer)
        names = [asked.pop(name) for name in ("run", "label_set", "measure")]
        compared = found_comparison(request, asked)
        return Response(TupleSerializer[FewestLabels](turning_of(compared, *names)).data)


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
        compared, measures = _asked_for(request)
        values = topic_values(compared, measures)
        marks = {one.name: mark_of(one) for one in label_sets_of(compared)}
        if not any(marks.values()):
            return as_file(csv_of(COLUMNS, values), "csv", "comparison-topics")
        marked = ((*line, marks[line[2]].get("sample", "")) for line in values)
        return as_file(csv_of([*COLUMNS, "sample"], marked), "csv", "comparison-topics")


def orders_view(compared: ComparedRuns, measure: str, seed: int) -> dict[str, Any]:
    correlated = correlate_compared(compared, measure, seed=seed)
    return {**correlated._asdict(), "means": run_means(compared)}


def two_orders(compared: ComparedRuns, axes: dict[str, Any], seed: int) -> CorrelatedOrders:
    one, other = (MeasuredOrder(axes[f"labels_{axis}"], axes[f"measure_{axis}"]) for axis in "xy")
    return correlate_two(compared, one, other, seed=seed)


def plan_asked_of(compared: ComparedRuns, asked: dict[str, Any]) -> DifferencePlan:
    """Plan for the point of a comparison that a request names, with its numbers."""
    planned = Planned(asked.get("difference"), asked["power"], asked["alpha"])
    contrast, index = point_of(compared, asked)
    measure = compared.measures[index]
    check_tested([measure])
    values = contrast.baseline.values[measure.name], contrast.run.values[measure.name]
    n_tests = contrast.cells[index].n_corrected or compared.n_tests
    return plan_difference(*values, planned, n_tests=n_tests)


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
