from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.exceptions import LabelsRefused
from annotation.labels.api.labels import MAX_NAME, MayReadLabels, visible_labels, visible_named
from annotation.labels.arrays import ValueCount
from annotation.labels.comparing import (
    ChangedPairs,
    changed_pairs,
    compare_label_sets,
    count_differences,
    queries_of,
    statistics_of,
)
from annotation.labels.older import PoolQuestion, question_of
from annotation.labels.pool_runs import runs_that_fed
from annotation.labels.positions import PositionOptions, knows_positions, label_positions
from annotation.models import LabelSet
from ranking.http.page_field import PageField
from ranking.http.request_fields import query_fields
from ranking.http.scopes import READ_ONLY
from ranking.http.tuple_serializer import (
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)
from regrade.documents import PositionShare
from regrade.labels import LabelComparison
from regrade.labels.comparing import TopicChange


class CompareQuerySerializer(RequestSerializer[Any]):
    derived_from = arguments(compare_label_sets, "first", "second")


class ChangedPairsQuerySerializer(CompareQuerySerializer):
    derived_from = arguments(changed_pairs, "way")
    page = PageField()


class TopicChangeSerializer(RowSerializer):
    """Relevant passages of one topic in each, and those that one alone has."""

    model = TopicChange
    columns = ["query_id", "query", "n_first", "n_second", "n_gained", "n_lost"]
    query_id = serializers.CharField()
    query = serializers.CharField()


class LabelsSideSerializer(RowSerializer):
    model = LabelSet
    columns = ["name", "scale", "min_relevance", "collection", "topic_set"]


class LabelComparisonSerializer(RowSerializer):
    """Two label sets pair by pair.

    `confusion` has a row for each value of the first and a column for each of the second; the last
    row and column are pairs that the set does not label. What is not defined is null.
    """

    model = LabelComparison
    columns = [
        "first",
        "second",
        "confusion",
        "n_shared",
        "percent_agreement",
        "kappa",
        "kappa_linear",
        "kappa_quadratic",
        "percent_relevance",
        "kappa_relevance",
        "differences",
        "topics",
    ]
    first = LabelsSideSerializer()
    second = LabelsSideSerializer()
    confusion = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    n_shared = serializers.IntegerField(help_text="Pairs that both label.")
    percent_relevance = serializers.FloatField(
        allow_null=True, help_text="Percent agreement of shared pairs as relevant or not."
    )
    differences = serializers.DictField(
        child=serializers.IntegerField(), help_text="Number of pairs by way of differing."
    )
    topics = TopicChangeSerializer(many=True)


class StatisticsQuerySerializer(RequestSerializer[Any]):
    derived_from = arguments(statistics_of, labels="label_set")


class TopicCountsSerializer(serializers.Serializer[Any]):
    query_id = serializers.CharField()
    query = serializers.CharField()
    n_judged = serializers.IntegerField()
    n_relevant = serializers.IntegerField()


class LabelStatisticsSerializer(LabelsSideSerializer):
    """Statistics of one label set."""

    n_by_value = TupleSerializer[ValueCount](many=True)
    n_topics_by_relevant = serializers.ListField(
        child=serializers.IntegerField(), help_text="Topics with 0, 1, 2 ... relevant passages."
    )
    topics = TopicCountsSerializer(many=True)
    question = TupleSerializer[PoolQuestion](
        allow_null=True, help_text="What a campaign's labels are compared by; null for other sets."
    )


class CompareLabelsView(APIView):
    permission_classes = [MayReadLabels]
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="labels_compare",
        parameters=[CompareQuerySerializer],
        responses=LabelComparisonSerializer,
    )
    def get(self, request: Request) -> Response:
        """Hold two label sets over the same topics and collection against each other."""
        first, second = _both(request, query_fields(request, CompareQuerySerializer))
        answer = compare_label_sets(first, second)
        shown = answer._asdict() | {
            "first": first,
            "second": second,
            "confusion": answer.confusion.tolist(),
            "differences": count_differences(answer.changes),
            "topics": _topics(first, answer),
        }
        return Response(LabelComparisonSerializer(shown).data)


class ChangedPairsView(APIView):
    permission_classes = [MayReadLabels]
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="labels_compare_pairs",
        parameters=[ChangedPairsQuerySerializer],
        responses=TupleSerializer[ChangedPairs],
    )
    def get(self, request: Request) -> Response:
        """The pairs on which two label sets differ, with their texts, twenty a page."""
        asked = query_fields(request, ChangedPairsQuerySerializer)
        first, second = _both(request, asked)
        found = changed_pairs(first, second, way=asked["way"], page=asked["page"])
        return Response(TupleSerializer[ChangedPairs](found).data)


class StatisticsView(APIView):
    permission_classes = [MayReadLabels]
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="labels_statistics",
        parameters=[StatisticsQuerySerializer],
        responses=LabelStatisticsSerializer,
    )
    def get(self, request: Request) -> Response:
        """Count a label set by value and topic."""
        asked = query_fields(request, StatisticsQuerySerializer)
        labels = visible_named(request, asked["labels"])
        return Response(LabelStatisticsSerializer(_statistics(request, labels)).data)


def _both(request: Request, asked: dict[str, Any]) -> tuple[LabelSet, LabelSet]:
    return visible_named(request, asked["first"]), visible_named(request, asked["second"])


def _topics(label_set: LabelSet, given: LabelComparison) -> list[dict[str, Any]]:
    queries = queries_of(label_set)
    rows = []
    for change in given.topics:
        query_id, query = queries[change.topic]
        rows.append(change._asdict() | {"query_id": query_id, "query": query})
    return rows


def _question(request: Request, labels: LabelSet) -> PoolQuestion | None:
    """That of its campaign, with the runs that were pooled when it was made."""
    if labels.campaign is None:
        return None
    found = question_of(labels.campaign, visible_labels(request))
    return found._replace(pool_runs=runs_that_fed(labels))


def _statistics(request: Request, labels: LabelSet) -> dict[str, Any]:
    answer, queries = statistics_of(labels), queries_of(labels)
    n_by_value = answer.n_by_value
    return {
        "name": labels.name,
        "scale": labels.scale,
        "min_relevance": labels.min_relevance,
        "collection": labels.collection,
        "topic_set": labels.topic_set,
        "n_by_value": [ValueCount(value, n_by_value.get(value, 0)) for value in labels.scale],
        "n_topics_by_relevant": answer.n_topics_by_relevant,
        "question": _question(request, labels),
        "topics": [
            {
                "query_id": queries[topic][0],
                "query": queries[topic][1],
                "n_judged": n_judged,
                "n_relevant": n_relevant,
            }
            for topic, n_judged, n_relevant in zip(
                answer.topics, answer.n_judged, answer.n_relevant, strict=True
            )
        ],
    }


class PositionsQuerySerializer(RequestSerializer[Any]):
    derived_from = arguments(PositionOptions, "up_to")
    name = serializers.CharField(max_length=MAX_NAME)


class LabelPositionsSerializer(serializers.Serializer[Any]):
    """The share of relevant passages by their position in the document, from 1 on.

    There are no rows where passages have no stored positions; `problem` says so, or is empty.
    """

    name = serializers.CharField()
    min_relevance = serializers.IntegerField()
    rows = TupleSerializer[PositionShare](
        many=True, help_text="With Wilson's interval at 95%; `last` is null for all beyond."
    )
    problem = serializers.CharField(allow_blank=True)


class PositionsView(APIView):
    permission_classes = [MayReadLabels]
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="labels_positions",
        parameters=[PositionsQuerySerializer],
        responses=LabelPositionsSerializer,
    )
    def get(self, request: Request) -> Response:
        """Where in their documents the relevant passages of a label set stand."""
        asked = query_fields(request, PositionsQuerySerializer)
        labels = visible_named(request, asked["name"])
        return Response(LabelPositionsSerializer(_positions(labels, asked["up_to"])).data)


def _positions(labels: LabelSet, up_to: int | None) -> dict[str, Any]:
    fields = {"name": labels.name, "min_relevance": labels.min_relevance}
    if not knows_positions(labels):
        return fields | {"rows": [], "problem": "Its passages have no known place in documents."}
    try:
        found = label_positions(labels, PositionOptions(up_to))
    except LabelsRefused as error:
        return fields | {"rows": [], "problem": str(error)}
    return fields | {"rows": found.rows, "problem": ""}
