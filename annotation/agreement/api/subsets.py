from __future__ import annotations

from typing import Any, get_args

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import campaign_to_see
from annotation.access.permissions import OrganizersView
from annotation.agreement.api.fields import (
    AgreementQuerySerializer,
    CategoriesField,
    ThresholdSerializer,
    ZoneField,
)
from annotation.agreement.subsets import (
    AssessorMatrix,
    NamedCouple,
    PartsPage,
    campaign_matrix,
    campaign_parts,
    parts_page,
)
from annotation.agreement.votes import Part
from annotation.slow_counts import kept
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import TupleSerializer
from regrade.agreement.assessors.matrix import CoupleAgreement
from regrade.agreement.groups import GroupAgreement
from regrade.agreement.intervals.estimates import Estimate

MOST_PAGES = 100_000


class PartsQuerySerializer(AgreementQuerySerializer):
    by = serializers.ChoiceField(choices=get_args(Part), default="topic")
    zone = ZoneField(default="UTC", max_length=60, help_text="Whose days, weeks and months.")
    page = serializers.IntegerField(default=0, min_value=0, max_value=MOST_PAGES)


class GroupAgreementSerializer(TupleSerializer[GroupAgreement]):
    """A part by its name: a query id, a stratum, a version, or when it begins (day or month)."""

    coefficients = TupleSerializer[Estimate](many=True)


class PartsPageSerializer(TupleSerializer[PartsPage]):
    """Topics come with those first on which people agree least."""

    by = serializers.ChoiceField(choices=get_args(Part))
    scale = CategoriesField()
    groups = GroupAgreementSerializer(many=True)


class AssessorMatrixSerializer(TupleSerializer[AssessorMatrix]):
    """Couples by the places of the two among `assessors`; `lowest` is of all assessors."""

    cells = TupleSerializer[CoupleAgreement](many=True)
    lowest = TupleSerializer[NamedCouple](many=True)


class AgreementPartsView(OrganizersView):
    @extend_schema(
        operation_id="campaign_agreement_parts",
        parameters=[PartsQuerySerializer],
        responses=PartsPageSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Agreement by topic, stratum, version of the guideline, or time."""
        campaign = campaign_to_see(request, campaign_id)
        asked = query_fields(request, PartsQuerySerializer)
        by, page, zone = asked.pop("by"), asked.pop("page"), asked.pop("zone")
        name = f"parts:{by}:{zone.key}:{asked['threshold']}:{asked['missing']}"
        groups = kept(name, campaign, lambda: campaign_parts(campaign, by, zone=zone, **asked))
        return Response(PartsPageSerializer(parts_page(campaign, by, groups, page, **asked)).data)


class AgreementMatrixView(OrganizersView):
    @extend_schema(
        operation_id="campaign_agreement_matrix",
        parameters=[ThresholdSerializer],
        responses=AssessorMatrixSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Agreement of every two assessors."""
        campaign = campaign_to_see(request, campaign_id)
        asked = query_fields(request, ThresholdSerializer)
        name = f"matrix:{asked['threshold']}"
        shown: dict[str, Any] = kept(
            name,
            campaign,
            lambda: dict(AssessorMatrixSerializer(campaign_matrix(campaign, **asked)).data),
        )
        return Response(shown)
