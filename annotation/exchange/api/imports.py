from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Sequence
from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_by_id, campaign_to_see
from annotation.access.permissions import MayOrganize
from annotation.exchange.files_alone import (
    FilesReport,
    GivenFile,
    Thresholds,
    import_files,
    read_own,
)
from annotation.exchange.judgment_files import import_judgment_files
from annotation.exchange.judgments import JudgmentsReport, import_judgments
from annotation.exchange.labels import LabelsReport, import_labels
from annotation.labels.api.labels import MAX_NAME, MayReadLabels
from ranking.api.runs import KEEP_FIRST
from ranking.http.permissions import MayResearchOrOrganize
from ranking.http.request_fields import body_fields
from ranking.http.scopes import ORGANIZE
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments
from ranking.http.upload_serializers import RefusedFileSerializer
from ranking.http.uploads import Allowance, UploadView, uploads
from ranking.lookup import by_name
from ranking.models import Collection, TopicSet
from regrade.files.judging.term_arguments import column_names
from regrade.files.numbers import parse_count
from regrade.files.runs import Leniency
from regrade.limits import RELEVANCE
from regrade.methods.sampled import sample_sentence

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
        **RELEVANCE,
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
        field="min_relevance_of",
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


class ColumnsField(serializers.CharField):
    """`query_id=topic,passage_id=doc`, as the command takes it."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        text = super().run_validation(data)
        try:
            return column_names(text) if text else {}
        except ArgumentTypeError as error:
            raise serializers.ValidationError(str(error)) from error


class JudgmentsImportRequestSerializer(RequestSerializer[Any]):
    """Tables to import, in one or more `file` fields."""

    derived_from = {
        **arguments(import_judgment_files, "assessor", "extend_pool", "only_look"),
        **arguments(import_judgments, "keep_textless", "kind"),
    }
    file = serializers.ListField(child=serializers.FileField())
    columns = ColumnsField(
        default="", allow_blank=True, help_text="What the table calls its columns: OURS=THEIRS,..."
    )


class JudgmentsImportView(UploadView):
    permission_classes = [MayOrganize]
    token_scopes = ORGANIZE

    @extend_schema(
        operation_id="judgments_import",
        request={"multipart/form-data": JudgmentsImportRequestSerializer},
        responses={200: TupleSerializer[JudgmentsReport], 400: RefusedFileSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Add recorded judgments to a campaign: all rows of the files or none.

        If a table is refused, the answer lists its first bad lines. Assessors of the campaign may
        not use `only_look`.
        """
        campaign = campaign_by_id(campaign_id)
        with uploads(request) as files:
            options = body_fields(request, JudgmentsImportRequestSerializer)
            if options["only_look"]:
                campaign_to_see(request, campaign_id)
            report = import_judgment_files(
                campaign=campaign,
                paths=files.paths,
                max_bytes=files.max_bytes,
                actor=account(request),
                **{name: value for name, value in options.items() if name != "file"},
            )
        return Response(TupleSerializer[JudgmentsReport](report).data)


ONE_FILE = Allowance(
    n_files=1,
    n_lines=5_000_000,
    mend="labels this long are taken in on the server, by ./dev manage import_labels",
)


class LabelsImportRequestSerializer(RequestSerializer[Any]):
    """A file of labels, as `import_labels` reads it."""

    derived_from = arguments(
        import_labels, "name", "collection", "topic_set", "min_relevance", "is_whole"
    )
    file = serializers.FileField()


class LabelsImportSerializer(serializers.Serializer[Any]):
    """The imported labels. `overlap` says where file and topic set share only part of their ids."""

    name = serializers.CharField()
    n_topics = serializers.IntegerField()
    n_pairs = serializers.IntegerField()
    n_relevant = serializers.IntegerField()
    min_relevance = serializers.IntegerField()
    n_new_doc_ids = serializers.IntegerField(
        help_text="Passages that the collection got without a text."
    )
    n_unknown_topics = serializers.IntegerField()
    n_pairs_of_unknown_topics = serializers.IntegerField()
    overlap = serializers.CharField(allow_blank=True)
    n_not_drawn = serializers.IntegerField(
        help_text="Pairs of a sample that were chosen instead of drawn, and are left out."
    )
    sample = serializers.CharField(
        allow_blank=True, help_text="How pairs were drawn; empty if the labels are no sample."
    )


class LabelsImportView(UploadView):
    permission_classes = [MayReadLabels]

    @extend_schema(
        operation_id="labels_import",
        request={"multipart/form-data": LabelsImportRequestSerializer},
        responses={201: LabelsImportSerializer, 400: RefusedFileSerializer},
    )
    def post(self, request: Request) -> Response:
        """Import a file of labels as a new label set: all of it or nothing."""
        with uploads(request, ONE_FILE) as files:
            fields = body_fields(request, LabelsImportRequestSerializer)
            done = import_labels(
                path=files.paths[0],
                name=fields["name"],
                collection=by_name(Collection, fields["collection"]),
                topic_set=by_name(TopicSet, fields["topic_set"]),
                min_relevance=fields["min_relevance"],
                is_whole=fields["is_whole"],
                called=fields["file"].name,
            )
        return Response(LabelsImportSerializer(_summary(done)).data, status=status.HTTP_201_CREATED)


def _summary(done: LabelsReport) -> dict[str, Any]:
    label_set = done.label_set
    return done._asdict() | {
        "name": label_set.name,
        "min_relevance": label_set.min_relevance,
        "sample": sample_sentence(label_set.design),
    }
