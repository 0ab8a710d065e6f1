from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.figures.figure import Column, Figure
from annotation.figures.label_choice import MOST
from annotation.labels.api.serializers import MAX_NAME
from ranking.api.tuple_serializer import TupleSerializer

CELL = {"oneOf": [{"type": "number"}, {"type": "string"}], "nullable": True}


class FiguresQuerySerializer(serializers.Serializer[Any]):
    labels = serializers.ListField(
        child=serializers.CharField(max_length=MAX_NAME),
        default=list,
        max_length=MOST,
        help_text="Label sets of the campaign's topics and collection; without any, the newest "
        "derived of the campaign.",
    )


@extend_schema_field({"type": "array", "items": {"type": "array", "items": CELL}})
class RowsField(serializers.ListField):
    """Rows of cells, one for each column."""


class FigureSerializer(TupleSerializer[Figure]):
    """A table to be drawn."""

    columns = TupleSerializer[Column](many=True)
    rows = RowsField()


class CampaignFiguresSerializer(serializers.Serializer[Any]):
    """The figures, and the label sets they are and may be counted under."""

    name = serializers.CharField()
    labels = serializers.ListField(child=serializers.CharField())
    choices = serializers.ListField(
        child=serializers.CharField(), help_text="Labels of the same topics and collection."
    )
    figures = FigureSerializer(many=True)
