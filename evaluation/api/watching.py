"""Two runs watched while a campaign runs."""

from __future__ import annotations

import math
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
from ranking.lookup import by_name
from ranking.models import Run


class WatchQuerySerializer(serializers.Serializer[Any]):
    baseline = serializers.CharField()
    run = serializers.CharField()
    measure = serializers.CharField(default="nDCG@10")
    min_relevance = serializers.IntegerField(required=False)


class WatchedTopicSerializer(serializers.Serializer[Any]):
    """A topic that is done, and what can be said after it. Without an interval, none is tenable."""

    query_id = serializers.CharField()
    query = serializers.CharField()
    done_at = serializers.DateTimeField()
    baseline = serializers.FloatField()
    run = serializers.FloatField()
    difference = serializers.FloatField()
    mean = serializers.FloatField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)


class WatchedRunsSerializer(serializers.Serializer[Any]):
    """Intervals are for the mean over all `n_planned` topics, and hold at every look together."""

    measure = serializers.CharField()
    n_planned = serializers.IntegerField()
    min_relevance = serializers.IntegerField()
    is_simulated = serializers.BooleanField()
    confidence = serializers.FloatField()
    note = serializers.CharField(allow_blank=True)
    topics = WatchedTopicSerializer(many=True)


class WatchView(OrganizersView):
    @extend_schema(
        operation_id="campaign_watch",
        parameters=[WatchQuerySerializer],
        responses=WatchedRunsSerializer,
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
            min_relevance=asked.get("min_relevance"),
        )
        view = _view(watch_runs(question), measures[0].name)
        return Response(WatchedRunsSerializer(view).data)


def _view(seen: WatchedRuns, measure: str) -> dict[str, Any]:
    watched = seen.watched
    columns = (seen.baseline, seen.run, seen.differences, watched.means, watched.lows)
    rows = zip(seen.topics, *(each.tolist() for each in (*columns, watched.highs)), strict=True)
    return {
        "measure": measure,
        "n_planned": seen.n_planned,
        "min_relevance": seen.min_relevance,
        "is_simulated": seen.is_simulated,
        "confidence": watched.confidence,
        "note": watched.note,
        "topics": [
            {
                "query_id": topic.query_id,
                "query": topic.query,
                "done_at": topic.done_at,
                "baseline": baseline,
                "run": run,
                "difference": apart,
                "mean": mean,
                "low": None if math.isnan(low) else low,
                "high": None if math.isnan(high) else high,
            }
            for topic, baseline, run, apart, mean, low, high in rows
        ],
    }
