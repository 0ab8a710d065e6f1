from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.access import CompareView
from evaluation.api.comparison_serializers import MeasureQuestionSerializer
from evaluation.api.comparisons import found_comparison
from evaluation.comparisons.bounds import DEPTHS, Bounded, BoundedRun, bounds_of
from evaluation.comparisons.results import ComparedRuns
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import TupleSerializer


class BoundedSerializer(TupleSerializer[Bounded]):
    """A score under three treatments of unjudged passages; `is_order_sure` says whether the run
    stays on its side of the baseline whatever they are.
    """


class BoundedRunSerializer(TupleSerializer[BoundedRun]):
    """A run under a label set, all means over topics; `judged` has a share for each depth."""

    bounds = BoundedSerializer(allow_null=True)


class BoundsSerializer(serializers.Serializer[Any]):
    """`refusal` says why a measure has no bounds; rows then have none. `rbp` names the measure of
    `rbp` and `residual` in the rows.
    """

    measure = serializers.CharField()
    lower_is_better = serializers.BooleanField()
    refusal = serializers.CharField(allow_blank=True)
    is_floor = serializers.BooleanField()
    rbp = serializers.CharField()
    baseline = serializers.CharField(allow_null=True)
    n_topics = serializers.IntegerField()
    depths = serializers.ListField(child=serializers.IntegerField())
    rows = BoundedRunSerializer(many=True)


class BoundsView(CompareView):
    @extend_schema(
        operation_id="comparison_bounds",
        parameters=[MeasureQuestionSerializer],
        responses=BoundsSerializer,
    )
    def get(self, request: Request) -> Response:
        """How much of each compared run is judged, and what unjudged passages could make of it."""
        asked = query_fields(request, MeasureQuestionSerializer)
        name = asked.pop("measure")
        view = bounds_view(found_comparison(request, asked), name)
        return Response(BoundsSerializer(view).data)


def bounds_view(compared: ComparedRuns, measure: str) -> dict[str, Any]:
    found = bounds_of(compared, measure)
    return {
        **found._asdict(),
        "measure": found.measure.name,
        "lower_is_better": found.measure.lower_is_better,
        "baseline": found.baseline and found.baseline.name,
        "n_topics": len(compared.topics.topics),
        "depths": DEPTHS,
    }
