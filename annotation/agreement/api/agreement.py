from __future__ import annotations

from typing import Any, get_args

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import campaign_to_see
from annotation.access.permissions import OrganizersView
from annotation.agreement.overall import (
    CampaignHighlights,
    campaign_agreement_in_depth,
    campaign_highlights,
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
from annotation.models import Campaign
from annotation.slow_counts import kept
from ranking.http.page_field import PageField
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments
from regrade.agreement.assessors.matrix import CoupleAgreement
from regrade.agreement.depth import AgreementInDepth
from regrade.agreement.groups import GroupAgreement
from regrade.agreement.highlights.in_depth import HighlightAgreement
from regrade.agreement.intervals.estimates import Estimate, Sampling
from regrade.agreement.patterns import Pattern
from regrade.agreement.reading import Reading
from regrade.agreement.report import FleissTerms


class ThresholdSerializer(RequestSerializer[Any]):
    derived_from = arguments(campaign_agreement_in_depth, "threshold")


class AgreementQuerySerializer(ThresholdSerializer):
    derived_from = arguments(campaign_agreement_in_depth, "missing")


@extend_schema_field({"type": "array", "items": {"type": "integer", "nullable": True}})
class CategoriesField(serializers.ListField):
    """Values of a vote: grades, and null for *not judged* where that is a category."""

    child = serializers.IntegerField(allow_null=True)


class PatternSerializer(TupleSerializer[Pattern]):
    """How many pairs' votes fall so: `2 of 3`."""

    name = serializers.CharField()


class SettledSerializer(serializers.Serializer[Any]):
    """How many pairs had their majority for good with this vote."""

    n_votes = serializers.IntegerField()
    n_pairs = serializers.IntegerField()


class AgreementInDepthSerializer(TupleSerializer[AgreementInDepth]):
    """Agreement of all assessors but models; each interval is a bootstrap over topics."""

    scale = CategoriesField()
    fleiss = TupleSerializer[FleissTerms]()
    coefficients = TupleSerializer[Estimate](many=True)
    reading = TupleSerializer[Reading](allow_null=True)
    patterns = PatternSerializer(many=True)
    confusion = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="How often a grade (row) came with another (column) on the same pair.",
    )
    n_settled = serializers.SerializerMethodField()
    sampling = TupleSerializer[Sampling]()

    @extend_schema_field(SettledSerializer(many=True))
    def get_n_settled(self, depth: AgreementInDepth) -> list[dict[str, int]]:
        return [{"n_votes": n, "n_pairs": n_pairs} for n, n_pairs in depth.n_settled.items()]


class HighlightAgreementSerializer(TupleSerializer[HighlightAgreement]):
    """F1 of spans, the mean Jaccard index of words, and the mean share of empty answers."""

    strict = TupleSerializer[Estimate]()
    lenient = TupleSerializer[Estimate]()
    jaccard = TupleSerializer[Estimate]()
    empty = TupleSerializer[Estimate]()


class CampaignHighlightsSerializer(TupleSerializer[CampaignHighlights]):
    """On pairs where somebody highlighted; drawn from `n_in_all` where those are too many."""

    agreement = HighlightAgreementSerializer()


class CampaignAgreementSerializer(serializers.Serializer[Any]):
    grades = AgreementInDepthSerializer()
    highlights = CampaignHighlightsSerializer(allow_null=True)


class AgreementView(OrganizersView):
    @extend_schema(
        operation_id="campaign_agreement",
        parameters=[AgreementQuerySerializer],
        responses=CampaignAgreementSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Every coefficient of agreement with its interval, and the counts behind them."""
        campaign = campaign_to_see(request, campaign_id)
        asked = query_fields(request, AgreementQuerySerializer)
        name = f"agreement:{asked['threshold']}:{asked['missing']}"
        return Response(kept(name, campaign, lambda: _shown(campaign, asked)))


def _shown(campaign: Campaign, asked: dict[str, Any]) -> dict[str, Any]:
    shown = {
        "grades": campaign_agreement_in_depth(campaign, **asked),
        "highlights": campaign_highlights(campaign),
    }
    return dict(CampaignAgreementSerializer(shown).data)


class PartsQuerySerializer(AgreementQuerySerializer):
    derived_from = arguments(campaign_parts, "by", "zone")
    page = PageField()


class GroupAgreementSerializer(TupleSerializer[GroupAgreement]):
    """A part by its name: a query id, a stratum, a version, or when it begins (day or month)."""

    coefficients = TupleSerializer[Estimate](many=True)


class PartsPageSerializer(TupleSerializer[PartsPage]):
    by = serializers.ChoiceField(choices=get_args(Part))
    scale = CategoriesField()
    rows = GroupAgreementSerializer(many=True)


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
