"""Two runs watched while a campaign runs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import campaign_to_see
from annotation.access.permissions import OrganizersView
from evaluation.exceptions import MeasureRefused
from evaluation.scores.measures import measures_of
from evaluation.watching.watching import WatchedRuns, WatchQuestion, watch_runs
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments
from ranking.lookup import by_name
from ranking.models import Run


class WatchQuerySerializer(RequestSerializer[Any]):
    derived_from = arguments(WatchQuestion, "baseline", "run", "min_relevance")
    measure = serializers.CharField(default="nDCG@10")


class WatchView(OrganizersView):
    @extend_schema(
        operation_id="campaign_watch",
        parameters=[WatchQuerySerializer],
        responses=TupleSerializer[WatchedRuns],
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Two runs on the topics that are done, with intervals that hold at every look."""
        campaign = campaign_to_see(request, campaign_id)
        asked = query_fields(request, WatchQuerySerializer)
        measures = measures_of(asked["measure"])
        if len(measures) != 1:
            raise MeasureRefused("One measure is watched at a time.", code="not_one_measure")
        question = WatchQuestion(
            campaign,
            baseline=by_name(Run, asked["baseline"], field="baseline"),
            run=by_name(Run, asked["run"], field="run"),
            measure=measures[0],
            min_relevance=asked["min_relevance"],
        )
        return Response(TupleSerializer[WatchedRuns](watch_runs(question)).data)
