from __future__ import annotations

from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import Any
from weakref import finalize

from django.http import FileResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_to_see
from annotation.access.permissions import MayOrganize, OrganizersView
from annotation.archives.exporting import write_archive
from annotation.archives.importing import ArchiveReport, import_archive
from annotation.archives.layout import TEXTS
from ranking.http.formats import FileView, as_files, content_type, one_of_formats
from ranking.http.request_fields import body_fields, query_fields
from ranking.http.scopes import ORGANIZE, ORGANIZE_ALONE
from ranking.http.tuple_serializer import TupleSerializer
from ranking.http.upload_serializers import RefusedFileSerializer
from ranking.http.uploads import Allowance, UploadView, uploads
from ranking.lookup import MAX_NAME, by_name
from ranking.models import Collection

ONE_ARCHIVE = Allowance(n_files=1, n_lines=None)


class ArchiveQuerySerializer(serializers.Serializer[Any]):
    texts = serializers.ChoiceField(
        TEXTS,
        default="pooled",
        help_text="Which texts the archive has: of the pooled pairs, of the whole collection, or"
        " none, but ids alone.",
    )


class ArchiveView(FileView, OrganizersView):
    token_scopes = ORGANIZE_ALONE
    formats = ("zip",)

    @extend_schema(
        operation_id="campaign_archive",
        parameters=[ArchiveQuerySerializer, one_of_formats(*formats)],
        responses=as_files(*formats),
    )
    def get(self, request: Request, campaign_id: int) -> FileResponse:
        """Download a finished campaign as one file, as `export_archive` writes it."""
        campaign = campaign_to_see(request, campaign_id)
        asked = query_fields(request, ArchiveQuerySerializer)
        with ExitStack() as opened:
            written = opened.enter_context(TemporaryFile())
            write_archive(stream=written, campaign=campaign, texts=asked["texts"])
            written.seek(0)
            response = FileResponse(
                written,
                as_attachment=True,
                filename=f"{campaign.name}.zip".replace("/", "-").replace("\\", "-"),
                content_type=content_type("zip"),
            )
            finalize(response, opened.pop_all().close)  # whether or not it was sent
        return response


class ArchiveImportRequestSerializer(serializers.Serializer[Any]):
    """An archive, as `import_archive` reads it."""

    file = serializers.FileField()
    name = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=MAX_NAME,
        trim_whitespace=False,
        help_text="Name of the campaign; empty, the one it had.",
    )
    collection = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=MAX_NAME,
        help_text="A collection that has the archive's passages already.",
    )
    new_collection = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=MAX_NAME,
        trim_whitespace=False,
        help_text="Name of the collection that is made without `collection`; empty, the one it"
        " had.",
    )


class ArchiveImportView(UploadView):
    permission_classes = [MayOrganize]
    token_scopes = ORGANIZE

    @extend_schema(
        operation_id="campaigns_import_archive",
        request={"multipart/form-data": ArchiveImportRequestSerializer},
        responses={201: TupleSerializer[ArchiveReport], 400: RefusedFileSerializer},
    )
    def post(self, request: Request) -> Response:
        """Import an archive as a closed campaign: all of it or nothing."""
        with uploads(request, ONE_ARCHIVE) as files:
            fields = body_fields(request, ArchiveImportRequestSerializer)
            collection = fields["collection"]
            report = import_archive(
                path=files.paths[0],
                name=fields["name"],
                collection=by_name(Collection, collection) if collection else None,
                new_collection=fields["new_collection"],
                actor=account(request),
                max_bytes=files.max_bytes,
            )
        return Response(TupleSerializer[ArchiveReport](report).data, status=status.HTTP_201_CREATED)
