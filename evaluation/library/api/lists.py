"""The library's lists, a page at a time, and a run as a file, for everybody who is signed in."""

from __future__ import annotations

from itertools import chain
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from evaluation.library.api.access import NOT_SHOWN, sight_of, thing_named
from evaluation.library.api.serializers import page_of, page_query
from evaluation.library.kinds import Kind
from evaluation.library.listing import PageAsked, library_page
from ranking.http.downloads import as_download
from ranking.http.formats import FileView, as_files, one_of_formats
from ranking.http.request_fields import query_fields
from ranking.http.scopes import READ_ONLY
from ranking.http.tuple_serializer import RequestSerializer, arguments
from ranking.runs.exporting import run_lines
from ranking.runs.known_metadata import metadata_header

PLURAL = {
    **{kind: kind.replace("-", " ") for kind in Kind},
    Kind.LABELS: "label sets",
    Kind.COMPARISONS: "saved comparisons",
}


class RankingQuerySerializer(RequestSerializer[Any]):
    """Options of the file: `depth` limits passages per topic, `tag` fills the last column, and
    `ir_metadata` puts comments with all that is known of the run above its first line.
    """

    derived_from = arguments(run_lines, "depth", "tag")
    name = serializers.CharField()
    ir_metadata = serializers.BooleanField(default=False)


class RankingView(FileView):
    permission_classes = [IsAuthenticated]
    token_scopes = READ_ONLY
    formats = ("trec",)

    @extend_schema(
        operation_id="run_ranking",
        parameters=[RankingQuerySerializer, one_of_formats(*formats)],
        responses=as_files(*formats),
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Download the run as a TREC run file, as `export_run` writes it, topic by topic."""
        asked = query_fields(request, RankingQuerySerializer)
        sight = sight_of(request)
        run = thing_named(Kind.RUNS, asked["name"], sight)
        if asked["ir_metadata"] and not sight.has_role:
            raise PermissionDenied(NOT_SHOWN)
        topics = run_lines(run=run, depth=asked["depth"], tag=asked["tag"])
        header = metadata_header(run, asked["tag"]) if asked["ir_metadata"] else ""
        return as_download(
            request, chain([header], (topic.text for topic in topics)), f"{run.name}.run"
        )


def library_view(kind: Kind, posting: type[APIView]) -> type[APIView]:
    """The list of one kind, which everybody signed in may read, at the address of `posting`."""
    question, page = page_query(kind), page_of(kind)

    class LibraryView(posting):  # type: ignore[valid-type, misc]
        def get_permissions(self) -> Any:
            is_read = self.request is None or self.request.method in SAFE_METHODS
            return [IsAuthenticated()] if is_read else super().get_permissions()

        @extend_schema(
            operation_id=f"{kind.replace('-', '_')}_list",
            description=f"A page of the {PLURAL[kind]} that the account may see.",
            parameters=[question],
            responses=page,
        )
        def get(self, request: Request) -> Response:
            fields = query_fields(request, question)
            asked = PageAsked(**fields)._replace(archived=fields["archived"] == "yes")
            return Response(page(library_page(kind, asked, sight_of(request))).data)

    return LibraryView
