from __future__ import annotations

from typing import Any, get_args

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import campaign_to_see
from annotation.access.permissions import OrganizersView
from annotation.agreement.crowd import CrowdModel, Fit, Reliability, fit_crowd
from annotation.slow_counts import kept
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import TupleSerializer

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
