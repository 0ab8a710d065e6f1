"""The library's lists, a page at a time, and a run as a file, for everybody who is signed in."""

from __future__ import annotations

from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from evaluation.library.api.access import sight_of, thing_named
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
from ranking.http.downloads import as_download
from ranking.http.request_fields import query_fields
from ranking.runs.exporting import run_lines


class RunDownloadQuerySerializer(serializers.Serializer[Any]):
    """Options of a download: `depth` limits passages per topic, `tag` fills the last column."""

    name = serializers.CharField()
    depth = serializers.IntegerField(required=False, min_value=1)
    tag = serializers.CharField(default="")


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


class RunDownloadView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="run_download",
        parameters=[RunDownloadQuerySerializer],
        responses={(200, "text/plain"): OpenApiTypes.STR},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Download the run as a TREC run file, as `export_run` writes it, topic by topic."""
        asked = query_fields(request, RunDownloadQuerySerializer)
        run = thing_named(Kind.RUNS, asked["name"], sight_of(request))
        topics = run_lines(run=run, depth=asked.get("depth"), tag=asked["tag"])
        return as_download((topic.text for topic in topics), f"{run.name}.run")


def _page(request: Request, kind: Kind, question: type[Serializer[Any]]) -> Found:
    fields = query_fields(request, question)
    asked = PageAsked(**fields)._replace(archived=fields["archived"] == "yes")
    return library_page(kind, asked, sight_of(request))
