from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.exceptions import LabelsRefused
from annotation.labels.api.labels import MayReadLabels, visible_named
from annotation.labels.api.serializers import MAX_COUNT, MAX_NAME
from annotation.labels.positions import PositionOptions, knows_positions, label_positions
from annotation.models import LabelSet
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import TupleSerializer
from regrade.documents import PositionShare


class PositionsQuerySerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME)
    up_to = serializers.IntegerField(
        min_value=1,
        max_value=MAX_COUNT,
        default=None,
        help_text="Positions beyond it are one row; left out, each has its own.",
    )


class LabelPositionsSerializer(serializers.Serializer[Any]):
    """The share of relevant passages by their position in the document, from 1 on.

    There are no rows where passages have no stored positions; `problem` says so, or is empty.
    """

    name = serializers.CharField()
    min_relevance = serializers.IntegerField()
    rows = TupleSerializer[PositionShare](
        many=True, help_text="With Wilson's interval at 95%; `last` is null for all beyond."
    )
    problem = serializers.CharField(allow_blank=True)


class PositionsView(APIView):
    permission_classes = [MayReadLabels]

    @extend_schema(
        operation_id="labels_positions",
        parameters=[PositionsQuerySerializer],
        responses=LabelPositionsSerializer,
    )
    def get(self, request: Request) -> Response:
        """Where in their documents the relevant passages of a label set stand."""
        asked = query_fields(request, PositionsQuerySerializer)
        labels = visible_named(request, asked["name"])
        return Response(LabelPositionsSerializer(_positions(labels, asked["up_to"])).data)


def _positions(labels: LabelSet, up_to: int | None) -> dict[str, Any]:
    fields = {"name": labels.name, "min_relevance": labels.min_relevance}
    if not knows_positions(labels):
        return fields | {"rows": [], "problem": "Its passages have no known place in documents."}
    try:
        found = label_positions(labels, PositionOptions(up_to))
    except LabelsRefused as error:
        return fields | {"rows": [], "problem": str(error)}
    return fields | {"rows": found.rows, "problem": ""}
