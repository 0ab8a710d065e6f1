from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import IO
from weakref import finalize
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import FileResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from annotation.access.lookup import campaign_to_see
from annotation.exchange.api.imports import JudgmentsImportView
from annotation.exchange.exported_judgments import ExportOptions, stream_judgments
from ranking.http.formats import (
    FileView,
    FormatsSerializer,
    as_files,
    content_type,
    one_of_formats,
)
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import RequestSerializer
from regrade.files.judging.judgments_writer import Layout

Write = Callable[[IO[bytes]], object]


class ExportQuerySerializer(RequestSerializer[ExportOptions], FormatsSerializer):
    """Additions to the export of live judgments, whose times are rounded down to the hour."""

    zipped = serializers.BooleanField(default=False)


class CampaignJudgmentsView(FileView, JudgmentsImportView):
    formats = ("tsv", "csv", "jsonl", "parquet")

    @extend_schema(
        operation_id="campaign_export_judgments",
        parameters=[ExportQuerySerializer, one_of_formats(*formats)],
        responses=as_files(*formats, "zip"),
    )
    def get(self, request: Request, campaign_id: int) -> FileResponse:
        """Download the judgments by pseudonym, as `export_judgments` writes them."""
        campaign = campaign_to_see(request, campaign_id)
        chosen = query_fields(request, ExportQuerySerializer)
        is_zipped, with_bom = chosen.pop("zipped"), chosen.pop("bom")
        layout = Layout.CSV_BOM if with_bom and self.chosen == "csv" else Layout(self.chosen)
        options = ExportOptions(**chosen)

        def write(stream: IO[bytes]) -> None:
            stream_judgments(stream=stream, campaign=campaign, layout=layout, options=options)

        # Unpacked, a name with a slash would lie in another folder, or above this one.
        stem = re.sub(r"[/\\]", "-", campaign.name)
        name = f"{stem}-judgments.{layout.suffix}"
        return _file(name, write, content_type(self.chosen), is_zipped=is_zipped)


def _file(name: str, write: Write, header: str, *, is_zipped: bool) -> FileResponse:
    """The complete export file, so that a failure is reported before anything is sent."""
    with ExitStack() as opened:
        written = opened.enter_context(TemporaryFile())
        if is_zipped:
            with (
                ZipFile(written, "w", ZIP_DEFLATED) as archive,
                archive.open(name, "w", force_zip64=True) as member,
            ):
                write(member)
        else:
            write(written)
        written.seek(0)
        opened.pop_all()
    response = FileResponse(
        written,
        as_attachment=True,
        filename=f"{name}.zip" if is_zipped else name,
        content_type=content_type("zip") if is_zipped else header,
    )
    finalize(response, written.close)  # whether or not it was sent
    return response
