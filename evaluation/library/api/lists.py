"""The library's lists, a page at a time, for everybody who is signed in."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from evaluation.library.api.access import sight_of
from evaluation.library.api.serializers import (
    CollectionsQuerySerializer,
    ComparisonsQuerySerializer,
    LabelsQuerySerializer,
    LibraryCollectionsSerializer,
    LibraryComparisonsSerializer,
    LibraryLabelsSerializer,
    LibraryRunsSerializer,
    LibraryTopicSetsSerializer,
    RunsQuerySerializer,
    TopicSetsQuerySerializer,
)
from evaluation.library.kinds import Kind
from evaluation.library.listing import Found, PageAsked, library_page
from ranking.http.request_fields import query_fields


class LibraryRunsView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="library_runs",
        parameters=[RunsQuerySerializer],
        responses=LibraryRunsSerializer,
    )
    def get(self, request: Request) -> Response:
        """A page of the runs that the account may see."""
        found = _page(request, Kind.RUNS, RunsQuerySerializer)
        return Response(LibraryRunsSerializer(found).data)


class LibraryLabelsView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="library_labels",
        parameters=[LabelsQuerySerializer],
        responses=LibraryLabelsSerializer,
    )
    def get(self, request: Request) -> Response:
        """A page of the label sets that the account may see."""
        found = _page(request, Kind.LABELS, LabelsQuerySerializer)
        return Response(LibraryLabelsSerializer(found).data)


class LibraryCollectionsView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="library_collections",
        parameters=[CollectionsQuerySerializer],
        responses=LibraryCollectionsSerializer,
    )
    def get(self, request: Request) -> Response:
        """A page of the collections that the account may see."""
        found = _page(request, Kind.COLLECTIONS, CollectionsQuerySerializer)
        return Response(LibraryCollectionsSerializer(found).data)


class LibraryTopicSetsView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="library_topic_sets",
        parameters=[TopicSetsQuerySerializer],
        responses=LibraryTopicSetsSerializer,
    )
    def get(self, request: Request) -> Response:
        """A page of the topic sets that the account may see."""
        found = _page(request, Kind.TOPIC_SETS, TopicSetsQuerySerializer)
        return Response(LibraryTopicSetsSerializer(found).data)


class LibraryComparisonsView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="library_comparisons",
        parameters=[ComparisonsQuerySerializer],
        responses=LibraryComparisonsSerializer,
    )
    def get(self, request: Request) -> Response:
        """A page of the saved comparisons that the account may see."""
        found = _page(request, Kind.COMPARISONS, ComparisonsQuerySerializer)
        return Response(LibraryComparisonsSerializer(found).data)


def _page(request: Request, kind: Kind, question: type[Serializer[Any]]) -> Found:
    fields = query_fields(request, question)
    asked = PageAsked(**fields)._replace(archived=fields["archived"] == "yes")
    return library_page(kind, asked, sight_of(request))
