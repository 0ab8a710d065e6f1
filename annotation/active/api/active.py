"""How far the topics of a pool that learns are, and their end."""

from __future__ import annotations

from typing import Any, NamedTuple

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_to_see
from annotation.access.permissions import OrganizersView
from annotation.active.choices import DesignChoices, design_choices
from annotation.active.ending import end_topics, resume_topics_at
from annotation.active.watching import ActivePool, TopicReview, active_pool, topic_review
from ranking.http.limited_list import LimitedList
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments

MAX_TOPICS = 10_000


class DesignChoicesView(OrganizersView):
    @extend_schema(operation_id="active_choices", responses=TupleSerializer[DesignChoices])
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """Strategies, learners and stopping rules of pools that learn."""
        return Response(TupleSerializer[DesignChoices](design_choices()).data)


class ActivePoolView(OrganizersView):
    @extend_schema(operation_id="campaign_active_pool", responses=TupleSerializer[ActivePool])
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """The strategy of a pool that learns, and how far each topic is."""
        found = active_pool(campaign_to_see(request, campaign_id))
        return Response(TupleSerializer[ActivePool](found).data)


class TopicReviewQuerySerializer(RequestSerializer[Any]):
    derived_from = arguments(topic_review, "query_id", "target")


class TopicReviewView(OrganizersView):
    @extend_schema(
        operation_id="campaign_topic_review",
        parameters=[TopicReviewQuerySerializer],
        responses=TupleSerializer[TopicReview],
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Relevant passages found against judged ones, and what each stopping rule says."""
        campaign = campaign_to_see(request, campaign_id)
        found = topic_review(campaign, **query_fields(request, TopicReviewQuerySerializer))
        return Response(TupleSerializer[TopicReview](found).data)


class Changed(NamedTuple):
    """Number of topics that ended, or that go on again."""

    n_topics: int


class EndTopicsSerializer(RequestSerializer[Any]):
    """Ends the choice of further pairs in these topics, or lets it go on."""

    action = serializers.ChoiceField(choices=["end", "resume"])
    query_ids = LimitedList(
        child=serializers.CharField(max_length=512), min_length=1, max_length=MAX_TOPICS
    )


class EndTopicsView(OrganizersView):
    @extend_schema(
        operation_id="campaign_end_topics",
        request=EndTopicsSerializer,
        responses=TupleSerializer[Changed],
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """End the choice of further pairs in topics, or let it go on."""
        campaign = campaign_to_see(request, campaign_id)
        fields = body_fields(request, EndTopicsSerializer)
        change = end_topics if fields["action"] == "end" else resume_topics_at
        n = change(campaign=campaign, query_ids=fields["query_ids"], actor=account(request))
        return Response(TupleSerializer[Changed](Changed(n)).data)
