from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import campaign_to_see
from annotation.access.permissions import OrganizersView
from annotation.figures.counting import (
    MOST,
    campaign_figures,
    fitting_label_sets,
    label_sets_for_figures,
)
from annotation.figures.figure import Figure
from annotation.labels.api.labels import MAX_NAME, visible_labels
from annotation.models import Campaign, LabelSet
from annotation.slow_counts import kept
from ranking.http.downloads import as_file
from ranking.http.formats import FormatsSerializer, FormatsView, in_formats
from ranking.http.limited_list import LimitedList
from ranking.http.request_fields import query_fields
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
    rows = RowsField()


class CampaignFigures(NamedTuple):
    """The figures, and the label sets they are and may be counted under."""

    name: str
    labels: Sequence[str]
    choices: Annotated[Sequence[str], "Labels of the same topics and collection."]
    figures: Sequence[Figure]


class CampaignFiguresSerializer(TupleSerializer[CampaignFigures]):
    figures = FigureSerializer(many=True)


class FiguresView(FormatsView, OrganizersView):
    @extend_schema(
        operation_id="campaign_figures",
        parameters=[FiguresQuerySerializer, FormatsSerializer],
        responses=in_formats(CampaignFiguresSerializer, "csv"),
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """The figures of a campaign: who judged how much, which queries, passages and grades."""
        campaign = campaign_to_see(request, campaign_id)
        label_sets, name = _asked(request, campaign)
        of_campaign = fitting_label_sets(campaign, visible_labels(request))
        figures = kept(_key(label_sets), campaign, lambda: campaign_figures(campaign, label_sets))
        found = CampaignFigures(
            name=campaign.name,
            labels=[one.name for one in label_sets],
            choices=list(of_campaign.order_by("name").values_list("name", flat=True)),
            figures=[one for one in figures if name in (None, one.name)],
        )
        return Response(CampaignFiguresSerializer(found).data)

    def as_csv(self, request: Request, campaign_id: int) -> HttpResponse:
        """One figure."""
        campaign = campaign_to_see(request, campaign_id)
        label_sets, name = _asked(request, campaign)
        if name is None:
            raise ValidationError({"figure": ["A file holds one figure: name it."]})
        [figure] = campaign_figures(campaign, label_sets, [name])
        return as_file(figure.as_csv(), "csv", f"{campaign.name}.{name}")


def _asked(request: Request, campaign: Campaign) -> tuple[list[LabelSet], str | None]:
    """The label sets, and the figure's name where one is asked for."""
    asked = query_fields(request, FiguresQuerySerializer)
    among = visible_labels(request)
    return label_sets_for_figures(campaign, asked["labels"], among=among), asked["figure"]


def _key(label_sets: list[LabelSet]) -> str:
    return f"figures:{'-'.join(str(one.pk) for one in label_sets)}"
