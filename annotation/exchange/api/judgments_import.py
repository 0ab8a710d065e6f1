from __future__ import annotations

from argparse import ArgumentTypeError
from functools import partial
from pathlib import Path
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.lookup import account, campaign_by_id, campaign_to_see
from annotation.api.permissions import MayOrganize
from annotation.exchange.bad_judgments import find_bad_judgments
from annotation.exchange.judgments import JudgmentsReport, import_judgments, preview_judgments
from annotation.exchange.matched_rows import grade_names
from annotation.models import AssessorKind, Campaign
from ranking.api.import_serializers import RefusedFileSerializer
from ranking.api.request_fields import body_fields
from ranking.api.tuple_serializer import TupleSerializer
from ranking.api.uploads import COOKIE, UploadView, uploads
from regrade.files.bad_lines import BadLines
from regrade.files.judging.judgments import Terms
from regrade.files.judging.recorded import Form, read_recorded
from regrade.files.judging.term_arguments import column_names


class ColumnsField(serializers.CharField):
    """`query_id=topic,passage_id=doc`, as the command takes it."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        text = super().run_validation(data)
        try:
            return column_names(text) if text else {}
        except ArgumentTypeError as error:
            raise serializers.ValidationError(str(error)) from error


class JudgmentsImportRequestSerializer(serializers.Serializer[Any]):
    """Files to import: one or more `file` fields; `runs` is a comma-separated list."""

    file = serializers.ListField(child=serializers.FileField())
    format = serializers.ChoiceField(choices=[form.value for form in Form], default=Form.TABLE)
    runs = serializers.CharField(default="", allow_blank=True)
    columns = ColumnsField(
        default="", allow_blank=True, help_text="What the table calls its columns: OURS=THEIRS,..."
    )
    assessor = serializers.CharField(
        default="", allow_blank=True, help_text="Who judged where the table does not say."
    )
    extend_pool = serializers.BooleanField(default=False)
    keep_textless = serializers.BooleanField(default=False)
    kind = serializers.ChoiceField(choices=AssessorKind.choices, default=AssessorKind.HUMAN)
    only_look = serializers.BooleanField(
        default=False, help_text="Report what an import would do, and store nothing."
    )


class JudgmentsImportView(UploadView):
    permission_classes = [MayOrganize]

    @extend_schema(
        operation_id="judgments_import",
        request={"multipart/form-data": JudgmentsImportRequestSerializer},
        responses={200: TupleSerializer[JudgmentsReport], 400: RefusedFileSerializer},
        auth=COOKIE,
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Add recorded judgments to a campaign: all rows of the files or none.

        Of a table that is refused the first bad lines are told. Who judges there may not look only.
        """
        campaign = campaign_by_id(campaign_id)
        with uploads(request, find_bad_lines=partial(_bad_lines, request, campaign)) as files:
            options = body_fields(request, JudgmentsImportRequestSerializer)
            if options["only_look"]:
                campaign_to_see(request, campaign_id)
            recorded = read_recorded(
                Form(options["format"]),
                files.paths,
                runs=[run.strip() for run in options["runs"].split(",") if run.strip()],
                max_bytes=files.max_bytes,
                terms=_terms(campaign, options),
            )
            report = (preview_judgments if options["only_look"] else import_judgments)(
                campaign=campaign,
                recorded=recorded,
                extend_pool=options["extend_pool"],
                keep_textless=options["keep_textless"],
                kind=AssessorKind(options["kind"]),
                actor=account(request),
            )
        return Response(TupleSerializer[JudgmentsReport](report).data)


def _bad_lines(request: Request, campaign: Campaign, path: Path) -> BadLines | None:
    """Of a table; the other forms tell an assignment in more than one line."""
    options = body_fields(request, JudgmentsImportRequestSerializer)
    if options["format"] != Form.TABLE:
        return None
    terms, extends = _terms(campaign, options), options["extend_pool"]
    return find_bad_judgments(path, campaign, terms, extend_pool=extends)


def _terms(campaign: Campaign, options: dict[str, Any]) -> Terms:
    return Terms(options["columns"], options["assessor"], grade_names(campaign))
