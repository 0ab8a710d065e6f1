"""Uses of a run's pair scores: aggregated runs, and flip rates."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from ranking.api.pair_serializers import (
    AggregatedRunSerializer,
    FlipsQuerySerializer,
    RunFlipsSerializer,
)
from ranking.api.permissions import ComputeView, ResearchOrOrganizeView
from ranking.api.request_fields import body_fields, query_fields
from ranking.api.runs import RunSerializer, runs_listed
from ranking.lookup import by_name
from ranking.models import Run
from ranking.runs.aggregating import aggregate_pairs
from ranking.runs.flip_rates import flip_rates


class AggregatedRunsView(ComputeView):
    @extend_schema(
        operation_id="runs_aggregate",
        request=AggregatedRunSerializer,
        responses={201: RunSerializer},
    )
    def post(self, request: Request) -> Response:
        """Aggregate a run's pair scores into a new run; the same request again returns the existing
        one.
        """
        asked = body_fields(request, AggregatedRunSerializer)
        run = aggregate_pairs(
            run=by_name(Run, asked["run"]),
            name=asked["name"],
            by=asked["by"],
            parameters=asked.get("parameters", {}),
        )
        row = RunSerializer(runs_listed().get(pk=run.pk)).data
        return Response(row, status=status.HTTP_201_CREATED)


class FlipsView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="run_flips",
        parameters=[FlipsQuerySerializer],
        responses=RunFlipsSerializer,
    )
    def get(self, request: Request) -> Response:
        """Flip rates of a run's pairs among the first n passages, for each n."""
        asked = query_fields(request, FlipsQuerySerializer)
        flips = flip_rates(run=by_name(Run, asked["name"]), depths=asked.get("depths", []))
        return Response(RunFlipsSerializer(flips).data)
