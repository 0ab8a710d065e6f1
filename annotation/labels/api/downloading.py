from __future__ import annotations

from io import StringIO

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from annotation.labels.api.labels import MayReadLabels, visible_labels
from annotation.labels.api.serializers import QrelsQuerySerializer
from annotation.labels.exporting import write_labels
from annotation.models import LabelSet
from ranking.asking import has_role
from ranking.http.request_fields import query_fields
from ranking.lookup import first_of
from regrade.files.judging.qrels import QrelsForm
from regrade.files.judging.value_map import parse_value_map

ENDINGS = {QrelsForm.TREC: ".qrels", QrelsForm.MSMARCO: ".qrels.tsv"}


class QrelsView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="labels_qrels",
        parameters=[QrelsQuerySerializer],
        responses={(200, "text/plain"): OpenApiTypes.STR},
    )
    def get(self, request: Request, label_set_id: int) -> HttpResponse:
        """Download the labels as qrels, as `export_labels` writes them."""
        asked = query_fields(request, QrelsQuerySerializer)
        labels = visible_labels(request).select_related("collection").filter(pk=label_set_id)
        found = _shown(request, labels)
        try:
            mapping = parse_value_map(asked.get("map", ""))
        except ValueError as error:
            raise ValidationError({"map": f"{error}."}) from error
        qrels, form = StringIO(), QrelsForm(asked["form"])
        write_labels(stream=qrels, label_set=found, mapping=mapping, form=form)
        response = HttpResponse(qrels.getvalue(), content_type="text/plain; charset=utf-8")
        filename = f"{found.name}{ENDINGS[form]}"
        response["Content-Disposition"] = str(content_disposition_header(True, filename))
        return response


def _shown(request: Request, labels: QuerySet[LabelSet]) -> LabelSet:
    """The label set, if the account may see it; assessors may see only public ones."""
    if has_role(request.user):
        return first_of(labels, "There is no such label set.")
    found = labels.first()
    if found is None:
        raise PermissionDenied(MayReadLabels.message)
    return found
