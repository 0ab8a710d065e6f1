from __future__ import annotations

from argparse import ArgumentTypeError
from typing import Any

from django.contrib.auth.models import User
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_by_id, campaign_to_see
from annotation.access.permissions import MayOrganize
from annotation.exchange.bad_judgments import listing_bad_judgments
from annotation.exchange.judgments import JudgmentsReport, import_judgments, preview_judgments
from annotation.exchange.matched_rows import grade_names
from annotation.models import AssessorKind, Campaign
from ranking.http.request_fields import body_fields
from ranking.http.tuple_serializer import TupleSerializer
from ranking.http.upload_serializers import RefusedFileSerializer
from ranking.http.uploads import COOKIE, Uploads, UploadView, uploads
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

        If a table is refused, the answer lists its first bad lines. Assessors of the campaign may
        not use `only_look`.
        """
        campaign = campaign_by_id(campaign_id)
        with uploads(request) as files:
            options = body_fields(request, JudgmentsImportRequestSerializer)
            if options["only_look"]:
                campaign_to_see(request, campaign_id)
            report = _take_in(files, campaign, options, account(request))
        return Response(TupleSerializer[JudgmentsReport](report).data)


def _take_in(
    files: Uploads, campaign: Campaign, options: dict[str, Any], actor: User
) -> JudgmentsReport:
    form, extends = Form(options["format"]), options["extend_pool"]
    terms = Terms(options["columns"], options["assessor"], grade_names(campaign))
    with listing_bad_judgments(form, campaign, terms, extend_pool=extends):
        recorded = read_recorded(
            form,
            files.paths,
            runs=[run.strip() for run in options["runs"].split(",") if run.strip()],
            max_bytes=files.max_bytes,
            terms=terms,
        )
        return (preview_judgments if options["only_look"] else import_judgments)(
            campaign=campaign,
            recorded=recorded,
            extend_pool=extends,
            keep_textless=options["keep_textless"],
            kind=AssessorKind(options["kind"]),
            actor=actor,
        )
