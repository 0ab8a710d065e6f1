"""The search of the judging page."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.database import database_now
from annotation.judging.api.judging import (
    JudgingView,
    OwnJudgmentSerializer,
    WorkSerializer,
    work_of,
)
from annotation.searching.hits import Hits, search_passages
from annotation.searching.opening import open_found
from annotation.serving import tickets
from annotation.serving.assignments import as_shown
from ranking.http.page_field import PageField
from ranking.http.request_fields import body_fields, query_fields
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments

TICKET = "Of any pair of the topic, as it was served to the assessor."


class SearchQuerySerializer(RequestSerializer[Any]):
    derived_from = arguments(search_passages, "words")
    ticket = serializers.CharField(help_text=TICKET)
    page = PageField()


class FoundRequestSerializer(RequestSerializer[Any]):
    derived_from = arguments(open_found, "passage")
    ticket = serializers.CharField(help_text=TICKET)


class FoundSerializer(WorkSerializer):
    """All that the assessor holds now, the passage that was found first.

    `judged` is the own answer to it, where there is one; it is not served again then.
    """

    judged = OwnJudgmentSerializer(allow_null=True)


class SearchView(JudgingView):
    @extend_schema(
        operation_id="judging_search",
        parameters=[SearchQuerySerializer],
        responses=TupleSerializer[Hits],
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Search the collection for more passages of a topic."""
        asked = query_fields(request, SearchQuerySerializer)
        membership = self.membership(request, campaign_id)
        ticket = tickets.read(asked.pop("ticket"), membership_id=membership.pk)
        found = search_passages(membership=membership, ticket=ticket, **asked)
        return Response(TupleSerializer[Hits](found).data)


class FoundView(JudgingView):
    @extend_schema(
        operation_id="judging_found", request=FoundRequestSerializer, responses=FoundSerializer
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Open a passage that was found, to judge it; opening it again changes nothing."""
        asked = body_fields(request, FoundRequestSerializer)
        membership = self.membership(request, campaign_id)
        ticket = tickets.read(asked["ticket"], membership_id=membership.pk)
        opened = open_found(membership=membership, ticket=ticket, passage=asked["passage"])
        judged = opened.judgment and as_shown(opened.judgment, database_now())
        shown = judged and OwnJudgmentSerializer(judged).data
        return Response({**work_of(opened.claim), "judged": shown})
