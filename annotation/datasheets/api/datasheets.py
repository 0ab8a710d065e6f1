from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from annotation.access.lookup import campaign_to_see
from annotation.access.permissions import OrganizersView
from annotation.datasheets.citation import labels_citation
from annotation.datasheets.facts import facts_of
from annotation.datasheets.rendering import rendered
from annotation.labels.api.labels import MayReadLabels, visible_labels, visible_named
from annotation.models import Campaign, LabelSet
from ranking.http.formats import FileView, as_files, content_type, one_of_formats
from ranking.http.limited_list import LimitedList
from ranking.http.request_fields import query_fields
from ranking.http.scopes import READ_ONLY

MAX_NAME = 200
MAX_NAMES = 100


class DatasheetQuerySerializer(serializers.Serializer[Any]):
    labels = LimitedList(
        child=serializers.CharField(max_length=MAX_NAME),
        required=False,
        max_length=MAX_NAMES,
        help_text="Label sets of the campaign to describe; all of its own if none is named.",
    )


class CitationQuerySerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME, help_text="The label set.")
    author = LimitedList(
        child=serializers.CharField(max_length=MAX_NAME),
        default=list,
        max_length=MAX_NAMES,
        help_text="Authors to name, in this order; empty: none.",
    )


class DatasheetView(FileView, OrganizersView):
    formats = ("md",)

    @extend_schema(
        operation_id="campaign_datasheet",
        parameters=[DatasheetQuerySerializer, one_of_formats(*formats)],
        responses=as_files(*formats),
    )
    def get(self, request: Request, campaign_id: int) -> HttpResponse:
        """Download the datasheet of a campaign, as `export_datasheet` writes it."""
        campaign = campaign_to_see(request, campaign_id)
        asked = query_fields(request, DatasheetQuerySerializer)
        sheet = facts_of(campaign, _label_sets(request, campaign, asked.get("labels")))
        name = f"{campaign.name}-datasheet.md"
        return _download(rendered(sheet), "md", name)


class CitationView(FileView):
    permission_classes = [MayReadLabels]
    token_scopes = READ_ONLY
    formats = ("bib",)

    @extend_schema(
        operation_id="labels_citation",
        parameters=[CitationQuerySerializer, one_of_formats(*formats)],
        responses=as_files(*formats),
    )
    def get(self, request: Request) -> HttpResponse:
        """Download a label set's citation, as `export_citation` writes it."""
        asked = query_fields(request, CitationQuerySerializer)
        found = visible_named(request, asked["name"])
        entry = labels_citation(found, asked["author"])
        return _download(entry, "bib", f"{found.name}.bib")


def _label_sets(request: Request, campaign: Campaign, names: list[str] | None) -> list[LabelSet]:
    """Those that are named, or all of the campaign; only what the requesting user may see."""
    if names is None:
        return list(visible_labels(request).filter(campaign=campaign).order_by("name"))
    return [visible_named(request, name) for name in names]


def _download(text: str, form: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type=content_type(form))
    response["Content-Disposition"] = str(content_disposition_header(True, name))
    return response
