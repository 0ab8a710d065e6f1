from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.figures.figure import Column, Figure
from annotation.figures.label_choice import MOST
from annotation.labels.api.serializers import MAX_NAME
from ranking.http.limited_list import LimitedList
from ranking.http.tuple_serializer import TupleSerializer

CELL = {"oneOf": [{"type": "number"}, {"type": "string"}], "nullable": True}


class FiguresQuerySerializer(serializers.Serializer[Any]):
    labels = LimitedList(
        child=serializers.CharField(max_length=MAX_NAME, allow_blank=True),
        default=None,
        max_length=MOST,
        help_text="Label sets of the campaign's topics and collection; left out, the newest "
        "derived of the campaign; once and empty (`labels=`), none.",
    )

    figure = serializers.CharField(
        default=None, max_length=MAX_NAME, help_text="The name of one figure, which a file needs."
    )

    def validate_labels(self, names: list[str] | None) -> list[str] | None:
        if names == [""]:
            return []
        if names and "" in names:
            raise serializers.ValidationError(
                "A label set without a name stands among others; name each, or give labels= alone"
                " for none."
            )
        return names


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
