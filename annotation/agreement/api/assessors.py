from __future__ import annotations

from typing import Any, get_args

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import campaign_to_see
from annotation.access.permissions import OrganizersView
from annotation.agreement.api.agreement import ThresholdSerializer, ZoneField
from annotation.agreement.assessors import (
    AssessorFigures,
    AssessorIntervals,
    AssessorsOfCampaign,
    assessor_intervals,
    campaign_assessors,
    hours_of,
)
from annotation.agreement.crowd import CrowdModel, Fit, Reliability, fit_crowd
from annotation.models import AssessorKind, Campaign
from annotation.slow_counts import kept
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import TupleSerializer
from regrade.agreement.assessors.columns import ColumnAgreement
from regrade.agreement.assessors.in_depth import LongestRun

FLAGS = ("pace", "gold", "repeats")


class AssessorQuerySerializer(ThresholdSerializer):
    zone = ZoneField(default="UTC", max_length=60)


class BesideSerializer(serializers.Serializer[Any]):
    """How often an assessor's grade was the one it is held against."""

    n_pairs = serializers.IntegerField()
    percent_agreement = serializers.FloatField(allow_null=True)


class BesideOthersSerializer(BesideSerializer):
    mean_difference = serializers.FloatField(allow_null=True)
    cohen_kappa = serializers.FloatField(allow_null=True)
    cohen_kappa_quadratic = serializers.FloatField(allow_null=True)


class AssessorBaseSerializer(serializers.Serializer[Any]):
    assessor = serializers.CharField()
    kind = serializers.ChoiceField(choices=AssessorKind.choices)
    n_votes = serializers.IntegerField(source="depth.n_votes")
    n_by_grade = serializers.ListField(
        child=serializers.IntegerField(),
        source="depth.n_by_grade",
        help_text="On pairs that somebody else graded too.",
    )
    n_timed = serializers.IntegerField(source="pace.n_timed")
    n_too_fast = serializers.IntegerField(source="pace.n_too_fast")
    longest_run = TupleSerializer[LongestRun](allow_null=True)
    flags = serializers.ListField(child=serializers.ChoiceField(choices=FLAGS))


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

    scale = serializers.ListField(child=serializers.IntegerField())
    pace_limit = serializers.IntegerField(help_text="In words a minute.")
    others = TupleSerializer[ColumnAgreement](source="depth.others")
    own = TupleSerializer[ColumnAgreement]()
    gold = TupleSerializer[ColumnAgreement]()
    decisions = TupleSerializer[ColumnAgreement]()
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


class CrowdQuerySerializer(serializers.Serializer[Any]):
    model = serializers.ChoiceField(choices=get_args(CrowdModel), default="dawid-skene")
    assessor = serializers.CharField(
        required=False,
        max_length=MAX_NAME,
        help_text="Whose confusion matrix to show; only Dawid-Skene has one.",
    )


class FitSerializer(serializers.Serializer[Any]):
    """A model of the crowd, found from the votes alone, and how it came to be."""

    model = serializers.ChoiceField(choices=get_args(CrowdModel))
    scale = serializers.ListField(child=serializers.IntegerField())
    n_pairs = serializers.IntegerField()
    n_votes = serializers.IntegerField()
    shares = serializers.ListField(
        child=serializers.FloatField(), help_text="How common each grade is among the true ones."
    )
    assessors = TupleSerializer[Reliability](many=True)
    confusion = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField()),
        allow_null=True,
        help_text="Of the assessor asked for: true grade (row), given grade (column).",
    )
    log_likelihood = serializers.ListField(
        child=serializers.FloatField(), help_text="After each iteration."
    )
    has_converged = serializers.BooleanField()
    seed = serializers.IntegerField(allow_null=True)
    n_restarts = serializers.IntegerField()


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
