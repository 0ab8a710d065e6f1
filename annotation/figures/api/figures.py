from __future__ import annotations

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import campaign_to_see
from annotation.access.permissions import OrganizersView
from annotation.figures.api.serializers import (
    CampaignFiguresSerializer,
    FiguresQuerySerializer,
)
from annotation.figures.counting import campaign_figure, campaign_figures
from annotation.figures.label_choice import fitting_label_sets, label_sets_for_figures
from annotation.labels.api.labels import visible_labels
from annotation.models import Campaign, LabelSet
from annotation.slow_counts import kept
from ranking.http.csv_files import BomSerializer, csv_file
from ranking.http.request_fields import query_fields


class FiguresView(OrganizersView):
    @extend_schema(
        operation_id="campaign_figures",
        parameters=[FiguresQuerySerializer],
        responses=CampaignFiguresSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """The figures of a campaign: who judged how much, which queries, passages and grades."""
        campaign = campaign_to_see(request, campaign_id)
        label_sets = _label_sets(request, campaign)
        of_campaign = fitting_label_sets(campaign, visible_labels(request))
        found = {
            "name": campaign.name,
            "labels": [one.name for one in label_sets],
            "choices": of_campaign.order_by("name").values_list("name", flat=True),
            "figures": kept(
                _key(label_sets), campaign, lambda: campaign_figures(campaign, label_sets)
            ),
        }
        return Response(CampaignFiguresSerializer(found).data)


class FigureCsvView(OrganizersView):
    @extend_schema(
        operation_id="campaign_figure_csv",
        parameters=[FiguresQuerySerializer, BomSerializer],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    @csv_file
    def get(self, request: Request, campaign_id: int, figure: str) -> HttpResponse:
        """Download one figure as CSV."""
        campaign = campaign_to_see(request, campaign_id)
        counted = campaign_figure(campaign, _label_sets(request, campaign), figure)
        response = HttpResponse(counted.as_csv(), content_type="text/csv; charset=utf-8")
        filename = f"{campaign.name}.{counted.name}.csv"
        response["Content-Disposition"] = str(content_disposition_header(True, filename))
        return response


def _label_sets(request: Request, campaign: Campaign) -> list[LabelSet]:
    names = query_fields(request, FiguresQuerySerializer)["labels"]
    return label_sets_for_figures(campaign, names, among=visible_labels(request))


def _key(label_sets: list[LabelSet]) -> str:
    return f"figures:{'-'.join(str(one.pk) for one in label_sets)}"
