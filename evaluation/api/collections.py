"""One collection or topic set: facts, and the topics of a set."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.labels.api.labels import visible_labels, visible_named
from evaluation.collections.collections import CollectionFacts, collection_facts
from evaluation.collections.topic_sets import TopicSetFacts, topic_set_facts
from evaluation.collections.topics import BY_LABELS, ORDERS, TopicRows, TopicsAsked, topic_rows
from ranking.api.passages import LONGEST
from ranking.http.errors import RefusalSerializer
from ranking.http.page_field import PageField
from ranking.http.permissions import ResearchOrOrganizeView
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import TupleSerializer
from ranking.lookup import by_name
from ranking.models import Collection, TopicSet


class GroundNameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()


class TopicsQuerySerializer(GroundNameSerializer):
    """Which topics of a set, in which order; those by counts need labels."""

    search = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=LONGEST,
        help_text="The beginning of a query_id, or words of the query.",
    )
    sort = serializers.ChoiceField(choices=ORDERS, default="order")
    labels = serializers.CharField(default="", allow_blank=True)
    page = PageField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["sort"] in BY_LABELS and not attrs["labels"]:
            raise serializers.ValidationError(
                {"sort": f"{attrs['sort']} counts labels: name a label set in labels as well."}
            )
        return attrs


class CollectionView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="collection_show",
        parameters=[GroundNameSerializer],
        responses={200: TupleSerializer[CollectionFacts], 404: RefusalSerializer},
    )
    def get(self, request: Request) -> Response:
        """What a collection holds, what there is over it, and ten of its passages."""
        asked = query_fields(request, GroundNameSerializer)
        collection = by_name(Collection, asked["name"], field="name")
        facts = collection_facts(collection, visible_labels(request))
        return Response(TupleSerializer[CollectionFacts](facts).data)


class TopicSetView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="topic_set_show",
        parameters=[GroundNameSerializer],
        responses={200: TupleSerializer[TopicSetFacts], 404: RefusalSerializer},
    )
    def get(self, request: Request) -> Response:
        """How many topics of what length, and what there is over them."""
        asked = query_fields(request, GroundNameSerializer)
        topic_set = by_name(TopicSet, asked["name"], field="name")
        facts = topic_set_facts(topic_set, visible_labels(request))
        return Response(TupleSerializer[TopicSetFacts](facts).data)


class TopicSetTopicsView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="topic_set_topics",
        parameters=[TopicsQuerySerializer],
        responses={
            200: TupleSerializer[TopicRows],
            400: RefusalSerializer,
            404: RefusalSerializer,
        },
    )
    def get(self, request: Request) -> Response:
        """Topics of a set with their number of labels and runs, fifty a page."""
        asked = query_fields(request, TopicsQuerySerializer)
        topic_set = by_name(TopicSet, asked.pop("name"), field="name")
        named = asked.pop("labels")
        labels = visible_named(request, named) if named else None
        rows = topic_rows(topic_set, TopicsAsked(**asked), labels)
        return Response(TupleSerializer[TopicRows](rows).data)
