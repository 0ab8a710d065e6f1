from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.exchange.files_alone import FilesReport, GivenFile, import_files
from annotation.exchange.thresholds import Thresholds, read_own
from annotation.labels.api.serializers import INT16, MAX_NAME
from ranking.api.run_import_serializers import KEEP_FIRST
from ranking.http.permissions import MayResearchOrOrganize
from ranking.http.request_fields import body_fields
from ranking.http.tuple_serializer import TupleSerializer
from ranking.http.upload_serializers import RefusedFileSerializer
from ranking.http.uploads import COOKIE, Allowance, UploadView, uploads
from regrade.files.numbers import parse_count
from regrade.files.runs import Leniency

FEW_FILES = Allowance(
    n_files=20,
    n_lines=5_000_000,
    mend="files this long are taken in on the server, by ./dev manage import_files",
)


class FilesImportRequestSerializer(serializers.Serializer[Any]):
    """Run and qrels files, in up to 20 `file` fields, as `import_files` reads them."""

    file = serializers.ListField(child=serializers.FileField())
    name = serializers.CharField(
        max_length=MAX_NAME,
        trim_whitespace=False,
        help_text="Name of the new collection and of the new topic set.",
    )
    min_relevance = serializers.IntegerField(
        min_value=-INT16,
        max_value=INT16,
        required=False,
        help_text="Least value that binary measures call relevant, in all files; 1 by default."
        " A file whose labels are all lower counts from its highest.",
    )
    min_relevance_of = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="The same of one label file alone, as it is: `PLACE=N`, with the file's place"
        " among all sent files from 1. `2=1`: the second file counts from 1.",
    )
    keep_first = serializers.BooleanField(default=False, help_text=KEEP_FIRST)


def _thresholds(
    *, min_relevance: int | None = None, min_relevance_of: Sequence[str] = (), **_others: Any
) -> Thresholds:
    own = read_own(
        min_relevance_of,
        told_in="min_relevance_of",
        form="PLACE=N, two whole numbers: 2=1 lets the second file count from 1",
        place_of=partial(parse_count, "PLACE"),
    )
    return Thresholds(min_relevance, own)


class FilesImportView(UploadView):
    permission_classes = [MayResearchOrOrganize]

    @extend_schema(
        operation_id="files_import",
        request={"multipart/form-data": FilesImportRequestSerializer},
        responses={201: TupleSerializer[FilesReport], 400: RefusedFileSerializer},
        auth=COOKIE,
    )
    def post(self, request: Request) -> Response:
        """Import runs and labels over a new collection without texts: all files or none."""
        with uploads(request, FEW_FILES) as files:
            fields = body_fields(request, FilesImportRequestSerializer)
            named = zip(files.paths, fields["file"], strict=True)
            report = import_files(
                name=fields["name"],
                files=[GivenFile(path, sent.name) for path, sent in named],
                thresholds=_thresholds(**fields),
                leniency=Leniency(keep_first=fields["keep_first"]),
            )
        return Response(TupleSerializer[FilesReport](report).data, status=status.HTTP_201_CREATED)
