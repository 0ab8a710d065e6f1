"""One topic, passage, collection or topic set, with all that is known of it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.permissions import campaigns_with_open_votes, sees_votes
from annotation.labels.api.labels import all_visible_named, visible_labels, visible_named
from annotation.models import AssessorKind, Reason
from annotation.votes.of_passage import CampaignVotes, PassageVote
from evaluation.api.comparison_serializers import NamesField
from evaluation.overviews.collections import (
    BY_LABELS,
    CollectionFacts,
    TopicRows,
    TopicsAsked,
    TopicSetFacts,
    collection_facts,
    topic_rows,
    topic_set_facts,
)
from evaluation.overviews.passages import (
    JudgedFor,
    PassageJudgments,
    PassageLook,
    PassageRankings,
    judgments_of_passage,
    look_at_passage,
    rankings_of_passage,
)
from evaluation.overviews.topics import TopicLook, TopicQuestion, look_at_topic
from evaluation.scores.measures import measures_of
from ranking.exceptions import NotFound
from ranking.http.errors import RefusalSerializer
from ranking.http.page_field import PageField
from ranking.http.permissions import ResearchOrOrganizeView
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments
from ranking.lookup import all_by_name, by_name
from ranking.models import Collection, Passage, Run, Topic, TopicSet

MOST_RUNS = 50


class TopicQuerySerializer(RequestSerializer[Any]):
    """A topic, runs and label sets to look at it by, and which ranks: `n` from `start` on."""

    derived_from = arguments(TopicQuestion, "start", "n")
    topic_set = serializers.CharField()
    query_id = serializers.CharField()
    runs = NamesField(required=False)
    labels = NamesField(required=False)
    measures = serializers.CharField(default="RR@10,nDCG@10")

    def validate_runs(self, names: list[str]) -> list[str]:
        if len(names) > MOST_RUNS:
            raise serializers.ValidationError(f"{len(names)} runs: at most {MOST_RUNS} at once.")
        return names


class PassageQuerySerializer(serializers.Serializer[Any]):
    collection = serializers.CharField()
    doc_id = serializers.CharField()


class PassageJudgmentsQuerySerializer(PassageQuerySerializer):
    page = PageField()


class PassageRankingsQuerySerializer(PassageJudgmentsQuerySerializer):
    topic_set = serializers.CharField(
        default="", allow_blank=True, help_text="Only its topics; by default those of all."
    )


class PassageVoteSerializer(TupleSerializer[PassageVote]):
    assessor_kind = serializers.ChoiceField(choices=AssessorKind.choices)
    reason_not_judged = serializers.ChoiceField(choices=Reason.choices, allow_null=True)


class CampaignVotesSerializer(TupleSerializer[CampaignVotes]):
    votes = PassageVoteSerializer(many=True)


class JudgedForSerializer(TupleSerializer[JudgedFor]):
    campaigns = CampaignVotesSerializer(many=True)


class PassageJudgmentsSerializer(TupleSerializer[PassageJudgments]):
    rows = JudgedForSerializer(many=True)


class GroundNameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()


class TopicsQuerySerializer(RequestSerializer[TopicsAsked], GroundNameSerializer):
    """Which topics of a set, in which order; those by counts need labels."""

    labels = serializers.CharField(default="", allow_blank=True)
    page = PageField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["sort"] in BY_LABELS and not attrs["labels"]:
            raise serializers.ValidationError(
                {"sort": f"{attrs['sort']} counts labels: name a label set in labels as well."}
            )
        return attrs


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


class PassageView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="passage_show",
        parameters=[PassageQuerySerializer],
        responses={200: TupleSerializer[PassageLook], 404: RefusalSerializer},
    )
    def get(self, request: Request) -> Response:
        """A passage with its text, what stands before and after it, and its originals."""
        asked = query_fields(request, PassageQuerySerializer)
        look = look_at_passage(_passage(asked["collection"], asked["doc_id"]))
        return Response(TupleSerializer[PassageLook](look).data)


class PassageRankingsView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="passage_rankings",
        parameters=[PassageRankingsQuerySerializer],
        responses={200: TupleSerializer[PassageRankings], 404: RefusalSerializer},
    )
    def get(self, request: Request) -> Response:
        """Topics for which runs have the passage among their first 100, twenty a page."""
        asked = query_fields(request, PassageRankingsQuerySerializer)
        topics = asked["topic_set"]
        found = rankings_of_passage(
            _passage(asked["collection"], asked["doc_id"]),
            visible_labels(request),
            topic_set=by_name(TopicSet, topics, field="topic_set") if topics else None,
            page=asked["page"],
        )
        return Response(TupleSerializer[PassageRankings](found).data)


class PassageJudgmentsView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="passage_judgments",
        parameters=[PassageJudgmentsQuerySerializer],
        responses={200: PassageJudgmentsSerializer, 404: RefusalSerializer},
    )
    def get(self, request: Request) -> Response:
        """Votes on a passage and its labels, topic by topic, twenty a page.

        Votes are shown to organizers, except of campaigns that they assess themselves.
        """
        asked = query_fields(request, PassageJudgmentsQuerySerializer)
        found = judgments_of_passage(
            _passage(asked["collection"], asked["doc_id"]),
            visible_labels(request),
            campaigns_with_open_votes(request) if sees_votes(request) else None,
            page=asked["page"],
        )
        return Response(PassageJudgmentsSerializer(found).data)


class CollectionView(ResearchOrOrganizeView):
    @extend_schema(
        operation_id="collection_show",
        parameters=[GroundNameSerializer],
        responses={200: TupleSerializer[CollectionFacts], 404: RefusalSerializer},
    )
    def get(self, request: Request) -> Response:
        """A collection's overview, the things made over it, and ten of its passages."""
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


def _topic(topic_set: str, query_id: str) -> Topic:
    found = by_name(TopicSet, topic_set, field="topic_set")
    topic = found.topics.select_related("topic_set").filter(query_id=query_id).first()
    if topic is None:
        raise NotFound(f"{topic_set} has no topic {query_id!r}.", field="query_id")
    return topic


def _passage(collection: str, doc_id: str) -> Passage:
    found = by_name(Collection, collection, field="collection")
    passage = found.passages.filter(doc_id=doc_id).first()
    if passage is None:
        raise NotFound(f"{collection} has no passage {doc_id!r}.", field="doc_id")
    passage.collection = found
    return passage
