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
from rest_framework.views import APIView

from evaluation.library.api.access import sight_of, thing_named
from evaluation.library.api.serializers import page_of, page_query
from evaluation.library.kinds import Kind
from evaluation.library.listing import PageAsked, library_page
from ranking.http.downloads import as_download
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import RequestSerializer, arguments
from ranking.runs.exporting import run_lines

PLURAL = {
    **{kind: kind.replace("-", " ") for kind in Kind},
    Kind.LABELS: "label sets",
    Kind.COMPARISONS: "saved comparisons",
}


class RunDownloadQuerySerializer(RequestSerializer[Any]):
    """Options of a download: `depth` limits passages per topic, `tag` fills the last column."""

    derived_from = arguments(run_lines, "depth", "tag")
    name = serializers.CharField()


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
        topics = run_lines(run=run, depth=asked["depth"], tag=asked["tag"])
        return as_download((topic.text for topic in topics), f"{run.name}.run")


def library_view(kind: Kind) -> type[APIView]:
    """The view of the list of one kind."""
    question, page = page_query(kind), page_of(kind)

    class LibraryView(APIView):
        permission_classes = [IsAuthenticated]

        @extend_schema(
            operation_id=f"library_{kind.replace('-', '_')}",
            description=f"A page of the {PLURAL[kind]} that the account may see.",
            parameters=[question],
            responses=page,
        )
        def get(self, request: Request) -> Response:
            fields = query_fields(request, question)
            asked = PageAsked(**fields)._replace(archived=fields["archived"] == "yes")
            return Response(page(library_page(kind, asked, sight_of(request))).data)

    return LibraryView
