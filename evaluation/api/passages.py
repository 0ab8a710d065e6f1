"""One passage: its text, who ranked it where, and who judged it how."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.permissions import campaigns_with_open_votes, sees_votes
from annotation.labels.api.labels import visible_labels
from annotation.models import AssessorKind, Reason
from annotation.votes.of_passage import CampaignVotes, PassageVote
from evaluation.passages.judged import JudgedFor, PassageJudgments, judgments_of_passage
from evaluation.passages.passage_overview import PassageLook, look_at_passage
from evaluation.passages.ranked import PassageRankings, rankings_of_passage
from ranking.exceptions import NotFound
from ranking.http.errors import RefusalSerializer
from ranking.http.page_field import PageField
from ranking.http.permissions import ResearchOrOrganizeView
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import TupleSerializer
from ranking.lookup import by_name
from ranking.models import Collection, Passage, TopicSet


class PassageQuerySerializer(serializers.Serializer[Any]):
    collection = serializers.CharField()
    doc_id = serializers.CharField()


class PassageJudgmentsQuerySerializer(PassageQuerySerializer):
    page = PageField()


class PassageRankingsQuerySerializer(PassageJudgmentsQuerySerializer):
    topic_set = serializers.CharField(
        default="", allow_blank=True, help_text="Only its topics; by default those of all."
    )


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


class PassageVoteSerializer(TupleSerializer[PassageVote]):
    assessor_kind = serializers.ChoiceField(choices=AssessorKind.choices)
    reason_not_judged = serializers.ChoiceField(choices=Reason.choices, allow_null=True)


class CampaignVotesSerializer(TupleSerializer[CampaignVotes]):
    votes = PassageVoteSerializer(many=True)


class JudgedForSerializer(TupleSerializer[JudgedFor]):
    campaigns = CampaignVotesSerializer(many=True)


class PassageJudgmentsSerializer(TupleSerializer[PassageJudgments]):
    topics = JudgedForSerializer(many=True)


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


def _passage(collection: str, doc_id: str) -> Passage:
    found = by_name(Collection, collection, field="collection")
    passage = found.passages.filter(doc_id=doc_id).first()
    if passage is None:
        raise NotFound(f"{collection} has no passage {doc_id!r}.", field="doc_id")
    passage.collection = found
    return passage
