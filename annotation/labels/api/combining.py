from __future__ import annotations

from typing import Any, get_args

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.labels.api.labels import (
    LabelSetSerializer,
    MayReadLabels,
    counted_labels,
    visible_named,
)
from annotation.labels.api.serializers import INT16, MAX_NAME
from annotation.labels.combining import Part, combine_labels
from annotation.models import LabelSet
from ranking.http.limited_list import LimitedList
from ranking.http.request_fields import body_fields
from regrade.files.judging.value_map import parse_value_map
from regrade.labels import Rule

MAX_PARTS = 20
MAX_MAP = 1000


class MapField(serializers.CharField):
    """`0:1,1:4`, as the command takes it."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        text = super().run_validation(data)
        try:
            return parse_value_map(text) if text else {}
        except ValueError as error:
            raise serializers.ValidationError(f"{error}.") from error


class PartSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME)
    map = MapField(
        default="",
        allow_blank=True,
        max_length=MAX_MAP,
        help_text="Other values for some of its own: 0:1,1:4.",
    )


class CombineRequestSerializer(serializers.Serializer[Any]):
    """Label sets to combine, the first of highest precedence."""

    name = serializers.CharField(max_length=MAX_NAME, trim_whitespace=False)
    parts = LimitedList(child=PartSerializer(), max_length=MAX_PARTS)
    rule = serializers.ChoiceField(
        choices=get_args(Rule),
        help_text="union: all pairs, the highest label; intersection: pairs that all label, the "
        "lowest; precedence: all pairs, the label of the first that has one.",
    )
    min_relevance = serializers.IntegerField(
        min_value=-INT16, max_value=INT16, required=False, allow_null=True
    )


class CombinedSerializer(serializers.Serializer[Any]):
    labels = LabelSetSerializer()
    n_shared = serializers.IntegerField(help_text="Pairs that more than one of them labels.")
    n_disagreeing = serializers.IntegerField(help_text="Of these, with more than one label.")


class CombineView(APIView):
    permission_classes = [MayReadLabels]

    @extend_schema(
        operation_id="labels_combine",
        request=CombineRequestSerializer,
        responses={201: CombinedSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make one label set of several; it never changes after."""
        fields = body_fields(request, CombineRequestSerializer)
        parts = [Part(visible_named(request, one["name"]), one["map"]) for one in fields["parts"]]
        done = combine_labels(
            name=fields["name"],
            parts=parts,
            rule=fields["rule"],
            min_relevance=fields.get("min_relevance"),
        )
        [row] = counted_labels(LabelSet.objects.filter(pk=done.label_set.pk))
        facts = {"labels": row, "n_shared": done.n_shared, "n_disagreeing": done.n_disagreeing}
        return Response(CombinedSerializer(facts).data, status=status.HTTP_201_CREATED)
