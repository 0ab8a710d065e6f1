"""One topic with the rankings, labels and votes that there are of it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.permissions import campaigns_with_open_votes
from annotation.labels.api.labels import all_visible_named
from evaluation.api.comparison_serializers import NamesField
from evaluation.scores.measures import measures_of
from evaluation.topics.topic_overview import TopicLook, TopicQuestion, look_at_topic
from ranking.exceptions import NotFound
from ranking.http.permissions import ResearchOrOrganizeView
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import TupleSerializer
from ranking.lookup import all_by_name, by_name
from ranking.models import Run, Topic, TopicSet

MOST_RUNS = 50
MOST_PASSAGES = 100


class TopicQuerySerializer(serializers.Serializer[Any]):
    """A topic, runs and label sets to look at it by, and which ranks: `n` from `start` on."""

    topic_set = serializers.CharField()
    query_id = serializers.CharField()
    runs = NamesField(required=False)
    labels = NamesField(required=False)
    measures = serializers.CharField(default="RR@10,nDCG@10")
    start = serializers.IntegerField(min_value=0, default=0)
    n = serializers.IntegerField(min_value=1, max_value=MOST_PASSAGES, default=20)

    def validate_runs(self, names: list[str]) -> list[str]:
        if len(names) > MOST_RUNS:
            raise serializers.ValidationError(f"{len(names)} runs: at most {MOST_RUNS} at once.")
        return names


class TopicLookView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="topic_show",
        parameters=[TopicQuerySerializer],
        responses=TupleSerializer[TopicLook],
    )
    def get(self, request: Request) -> Response:
        """Rankings of a topic side by side, each passage with its labels, ranks and votes.

        Votes are shown to organizers, except of campaigns that they assess themselves.
        """
        asked = query_fields(request, TopicQuerySerializer)
        question = TopicQuestion(
            topic=_topic(asked["topic_set"], asked["query_id"]),
            runs=all_by_name(Run, asked.get("runs", []), "collection", "topic_set"),
            label_sets=all_visible_named(request, asked.get("labels", [])),
            measures=measures_of(asked["measures"]),
            start=asked["start"],
            n=asked["n"],
            campaigns=campaigns_with_open_votes(request),
        )
        return Response(TupleSerializer[TopicLook](look_at_topic(question)).data)


def _topic(topic_set: str, query_id: str) -> Topic:
    found = by_name(TopicSet, topic_set, field="topic_set")
    topic = found.topics.select_related("topic_set").filter(query_id=query_id).first()
    if topic is None:
        raise NotFound(f"{topic_set} has no topic {query_id!r}.", field="query_id")
    return topic
