from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import campaign_to_see
from annotation.access.permissions import OrganizersView
from annotation.agreement.api.agreement import ThresholdSerializer
from annotation.agreement.assessors import (
    AssessorFigures,
    AssessorIntervals,
    AssessorsOfCampaign,
    assessor_intervals,
    campaign_assessors,
    hours_of,
)
from annotation.agreement.crowd import Fit, fit_crowd
from annotation.models import Campaign
from annotation.slow_counts import kept
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import (
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)
from regrade.agreement.assessors.columns import ColumnAgreement


class AssessorQuerySerializer(ThresholdSerializer):
    derived_from = arguments(hours_of, "zone")


class BesideSerializer(RowSerializer):
    """How often an assessor's grade was the one it is held against."""

    model = ColumnAgreement
    columns = ["n_pairs", "percent_agreement"]


class BesideOthersSerializer(BesideSerializer):
    columns = [
        *BesideSerializer.columns,
        "mean_difference",
        "cohen_kappa",
        "cohen_kappa_quadratic",
    ]


class AssessorBaseSerializer(RowSerializer):
    model = AssessorFigures
    columns = [
        "assessor",
        "kind",
        "depth.n_votes",
        "n_by_grade",
        "pace.n_timed",
        "pace.n_too_fast",
        "longest_run",
        "flags",
    ]
    n_by_grade = serializers.ListField(
        child=serializers.IntegerField(),
        source="depth.n_by_grade",
        help_text="On pairs that somebody else graded too.",
    )


class AssessorRowSerializer(AssessorBaseSerializer):
    """One assessor, in short; what is behind it has an address of its own."""

    others = BesideOthersSerializer(source="depth.others")
    own = BesideSerializer()
    gold = BesideSerializer()
    decisions = BesideSerializer()


class AssessorsSerializer(serializers.Serializer[Any]):
    scale = serializers.ListField(child=serializers.IntegerField())
    pace_limit = serializers.IntegerField(help_text="In words a minute.")
    assessors = AssessorRowSerializer(many=True)


class AssessorSerializer(AssessorBaseSerializer):
    """One assessor in depth: beside the median of people, beside gold, decisions and repeats."""

    columns = [
        *AssessorBaseSerializer.columns,
        "scale",
        "pace_limit",
        "depth.others",
        "own",
        "gold",
        "decisions",
    ]
    scale = serializers.ListField(child=serializers.IntegerField())
    pace_limit = serializers.IntegerField(help_text="In words a minute.")
    with_others = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        source="depth.with_others",
        help_text="How often a grade of theirs (row) came with somebody else's (column).",
    )
    intervals = TupleSerializer[AssessorIntervals]()
    hours = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="First looks in each hour of the day, in the time zone asked for.",
    )


class AssessorsView(OrganizersView):
    @extend_schema(
        operation_id="campaign_assessors",
        parameters=[ThresholdSerializer],
        responses=AssessorsSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Everybody who gave a vote, beside the others; none of the figures blocks anybody."""
        campaign = campaign_to_see(request, campaign_id)
        found = _kept(campaign, query_fields(request, ThresholdSerializer)["threshold"])
        shown = {**found._asdict(), "pace_limit": campaign.pace_limit_or_default}
        return Response(AssessorsSerializer(shown).data)


class AssessorView(OrganizersView):
    @extend_schema(
        operation_id="campaign_assessor",
        parameters=[AssessorQuerySerializer],
        responses=AssessorSerializer,
    )
    def get(self, request: Request, campaign_id: int, assessor: str) -> Response:
        """One assessor in depth."""
        campaign = campaign_to_see(request, campaign_id)
        asked = query_fields(request, AssessorQuerySerializer)
        threshold = asked["threshold"]
        found = _kept(campaign, threshold)
        figures = _named(found, assessor)
        member = campaign.memberships.get(pseudonym=assessor)
        shown = {
            **figures._asdict(),
            "intervals": kept(
                f"assessor:{member.pk}:{threshold}",
                campaign,
                lambda: assessor_intervals(campaign, member, threshold),
            ),
            "hours": hours_of(member, asked["zone"]),
            "scale": found.scale,
            "pace_limit": campaign.pace_limit_or_default,
        }
        return Response(AssessorSerializer(shown).data)


def _kept(campaign: Campaign, threshold: int | None) -> AssessorsOfCampaign:
    return kept(f"assessors:{threshold}", campaign, lambda: campaign_assessors(campaign, threshold))


def _named(found: AssessorsOfCampaign, assessor: str) -> AssessorFigures:
    for figures in found.assessors:
        if figures.assessor == assessor:
            return figures
    raise NotFound("No assessor of that name gave a vote here.")


MAX_NAME = 200


class CrowdQuerySerializer(RequestSerializer[Any]):
    derived_from = arguments(fit_crowd, "model")
    assessor = serializers.CharField(
        required=False,
        max_length=MAX_NAME,
        help_text="Whose confusion matrix to show; only Dawid-Skene has one.",
    )


class FitSerializer(RowSerializer):
    """A model of the crowd, found from the votes alone, and how it came to be."""

    model = Fit
    columns = [
        "model",
        "scale",
        "n_pairs",
        "n_votes",
        "shares",
        "assessors",
        "confusion",
        "log_likelihood",
        "has_converged",
        "seed",
        "n_restarts",
    ]

    shares = serializers.ListField(
        child=serializers.FloatField(), help_text="How common each grade is among the true ones."
    )
    confusion = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField()),
        allow_null=True,
        help_text="Of the assessor asked for: true grade (row), given grade (column).",
    )
    log_likelihood = serializers.ListField(
        child=serializers.FloatField(), help_text="After each iteration."
    )


class CrowdSerializer(serializers.Serializer[Any]):
    fit = FitSerializer(allow_null=True, help_text="Null where nobody voted.")


class CrowdView(OrganizersView):
    @extend_schema(
        operation_id="campaign_crowd",
        parameters=[CrowdQuerySerializer],
        responses=CrowdSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """How far each assessor can be relied on, as a model of the crowd has it."""
        campaign = campaign_to_see(request, campaign_id)
        asked = query_fields(request, CrowdQuerySerializer)
        found = kept(
            f"crowd:{asked['model']}", campaign, lambda: (fit_crowd(campaign, asked["model"]),)
        )
        [fit] = found
        shown = None if fit is None else _shown(fit, asked.get("assessor"))
        return Response(CrowdSerializer({"fit": shown}).data)


def _shown(fit: Fit, assessor: str | None) -> dict[str, Any]:
    names = [one.assessor for one in fit.assessors]
    confusion = None
    if fit.confusions is not None and assessor in names:
        confusion = fit.confusions[names.index(assessor)]
    return {**fit._asdict(), "confusion": confusion}
