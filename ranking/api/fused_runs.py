"""Stored runs fused on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from ranking.api.runs import RunSerializer, runs_listed
from ranking.exceptions import RankingError
from ranking.http.errors import RefusalSerializer
from ranking.http.limited_list import LimitedList
from ranking.http.permissions import ComputeView
from ranking.http.request_fields import body_fields
from ranking.http.tuple_serializer import RequestSerializer, arguments
from ranking.lookup import MAX_NAME, all_by_name
from ranking.models import Run
from ranking.runs.fusing import MOST_RUNS, fuse_runs, n_lines_read
from regrade.fusion.fusing import DEPTH

MAX_DEPTH, MAX_K = 10_000, 1_000_000
MOST_LINES = 5_000_000  # a few seconds


class FusedRunSerializer(RequestSerializer[Any]):
    derived_from = arguments(fuse_runs, "name", "method", "normalization")
    runs = LimitedList(
        child=serializers.CharField(max_length=MAX_NAME),
        min_length=2,
        max_length=MOST_RUNS,
        help_text="Names of complete runs over one collection, for one topic set.",
    )
    k = serializers.IntegerField(
        min_value=0,
        max_value=MAX_K,
        required=False,
        allow_null=True,
        help_text="Of rrf; by default 60.",
    )
    depth = serializers.IntegerField(
        min_value=1,
        max_value=MAX_DEPTH,
        required=False,
        help_text="Passages of a topic that are read of each run and kept; by default 1000.",
    )


class FusedRunsView(ComputeView):
    @extend_schema(
        operation_id="runs_fuse",
        request=FusedRunSerializer,
        responses={201: RunSerializer, 400: RefusalSerializer, 404: RefusalSerializer},
    )
    def post(self, request: Request) -> Response:
        """Fuse runs into a new run. The same request again returns the existing one."""
        asked = body_fields(request, FusedRunSerializer)
        runs = all_by_name(Run, asked.pop("runs"), "collection", "topic_set")
        _refuse_long(runs, asked.get("depth", DEPTH))
        made = fuse_runs(runs=runs, **asked)
        context = {"request": request}
        row = RunSerializer(runs_listed().get(pk=made.pk), context=context).data
        return Response(row, status=status.HTTP_201_CREATED)


def _refuse_long(runs: Sequence[Run], depth: int) -> None:
    """A request is answered at once; what takes longer is left to the command."""
    if (n := n_lines_read(runs, depth)) > MOST_LINES:
        raise RankingError(
            f"These runs have {n:,} lines to fuse, and a request may take {MOST_LINES:,}: choose a"
            " smaller depth or fewer runs, or fuse them on the server, by ./dev manage fuse.",
            code="too_many_lines",
            field="runs",
        )
