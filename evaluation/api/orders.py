from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.access import CompareView
from evaluation.api.comparison_serializers import MeasureQuestionSerializer, QuestionSerializer
from evaluation.api.comparisons import found_comparison
from evaluation.api.score_serializers import ComparedOrdersSerializer
from evaluation.comparisons.results import ComparedRuns
from evaluation.families.correlations import (
    CorrelatedOrders,
    MeasuredOrder,
    RunMean,
    correlate_compared,
    correlate_two,
    run_means,
)
from evaluation.reports.correlations import CORRELATION_COLUMNS, correlation_rows
from ranking.http.downloads import as_file
from ranking.http.formats import FormatsSerializer, in_formats
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import TupleSerializer
from regrade.tables import csv_of_rows

AXES = ("labels_x", "measure_x", "labels_y", "measure_y")


class AxesSerializer(serializers.Serializer[Any]):
    """Two measures under label sets of a comparison."""

    labels_x = serializers.CharField()
    measure_x = serializers.CharField()
    labels_y = serializers.CharField()
    measure_y = serializers.CharField()


class TwoOrdersQuestionSerializer(QuestionSerializer, AxesSerializer):
    """A comparison, and two measures under label sets of it."""


class CorrelatedOrdersSerializer(serializers.Serializer[Any]):
    """Without resamples there are no intervals: drawing them would take too long here."""

    seed = serializers.IntegerField()
    resamples = serializers.IntegerField()
    confidence = serializers.FloatField()
    pairs = ComparedOrdersSerializer(many=True)


class OrdersSerializer(CorrelatedOrdersSerializer):
    """Means of all compared runs by all measures, and how alike they are ordered by one."""

    means = TupleSerializer[RunMean](many=True)


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
        view = two_orders_view(compared, axes, asked["seed"])
        return Response(CorrelatedOrdersSerializer(view).data)


def orders_view(compared: ComparedRuns, measure: str, seed: int) -> dict[str, Any]:
    correlated = correlate_compared(compared, measure, seed=seed)
    return {**_view(correlated), "means": run_means(compared)}


def two_orders_view(compared: ComparedRuns, axes: dict[str, Any], seed: int) -> dict[str, Any]:
    one, other = (MeasuredOrder(axes[f"labels_{axis}"], axes[f"measure_{axis}"]) for axis in "xy")
    return _view(correlate_two(compared, one, other, seed=seed))


def _view(found: CorrelatedOrders) -> dict[str, Any]:
    return {
        "seed": found.options.seed,
        "resamples": found.options.n_resamples,
        "confidence": found.options.confidence,
        "pairs": found.correlated.pairs,
    }
