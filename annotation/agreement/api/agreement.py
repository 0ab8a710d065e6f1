from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.agreement.overall import campaign_agreement_in_depth
from annotation.api.kept_answers import kept
from annotation.api.lookup import campaign_to_see
from annotation.api.permissions import OrganizersView
from annotation.models import Campaign
from ranking.api.request_fields import query_fields
from ranking.api.tuple_serializer import TupleSerializer
from regrade.agreement.depth import AgreementInDepth, Estimate, Sampling
from regrade.agreement.patterns import Pattern
from regrade.agreement.reading import Reading
from regrade.agreement.report import FleissTerms

SMALLINT = 2**15


class AgreementQuerySerializer(serializers.Serializer[Any]):
    threshold = serializers.IntegerField(
        default=None,
        min_value=-SMALLINT,
        max_value=SMALLINT - 1,
        help_text="Votes become 1 from this grade up, else 0.",
    )
    missing = serializers.ChoiceField(
        choices=["drop", "median-up"],
        default="drop",
        help_text="What stands for an answer without a grade: nothing, or the median of the "
        "pair's grades, rounded up.",
    )


class PatternSerializer(TupleSerializer[Pattern]):
    """How many pairs' votes fall so: `2 of 3`."""

    name = serializers.CharField()


class SettledSerializer(serializers.Serializer[Any]):
    """How many pairs had their majority for good with this vote."""

    n_votes = serializers.IntegerField()
    n_pairs = serializers.IntegerField()


class AgreementInDepthSerializer(TupleSerializer[AgreementInDepth]):
    """Agreement of all assessors but models; each interval is a bootstrap over topics."""

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


class AgreementView(OrganizersView):
    @extend_schema(
        operation_id="campaign_agreement",
        parameters=[AgreementQuerySerializer],
        responses=AgreementInDepthSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Every coefficient of agreement with its interval, and the counts behind them."""
        campaign = campaign_to_see(request, campaign_id)
        asked = query_fields(request, AgreementQuerySerializer)
        name = f"agreement:{asked['threshold']}:{asked['missing']}"
        return Response(kept(name, campaign, lambda: _shown(campaign, asked)))


def _shown(campaign: Campaign, asked: dict[str, Any]) -> dict[str, Any]:
    return dict(AgreementInDepthSerializer(campaign_agreement_in_depth(campaign, **asked)).data)
