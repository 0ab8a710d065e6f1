from __future__ import annotations

from dataclasses import replace
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_by_id
from annotation.access.permissions import OrganizersView, judges_now
from annotation.campaigns.policy import (
    MAX_EXTRA_JUDGMENTS,
    PolicyOptions,
    options_of,
    set_policy,
)
from annotation.campaigns.policy_cost import (
    SpecialCost,
    check_cost_accepted,
    extra_judgments_cost,
    special_cost,
)
from annotation.models import Campaign
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.tuple_serializer import (
    ChangesSerializer,
    RequestSerializer,
    TupleSerializer,
    arguments,
)
from regrade.limits import SEED
from regrade.serving.disagreement import ExtraCost


class PolicyRequestSerializer(ChangesSerializer[PolicyOptions]):
    """A serving policy; fields left out stay as they are, or take a new campaign's default."""


class PolicyChangeSerializer(PolicyRequestSerializer):
    """A policy change. Raising `extra_judgments` requires accepting `n_most` of their cost."""

    seed = serializers.IntegerField(required=False, **SEED)
    accepts_cost = serializers.IntegerField(min_value=0, required=False)


class PolicySerializer(TupleSerializer[PolicyOptions]):
    """One version of the serving policy; the newest is in force."""

    version = serializers.IntegerField()
    seed = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    created_by = serializers.CharField(source="created_by.username", allow_null=True, default=None)


class ChangedPolicySerializer(PolicySerializer):
    """The policy in force, and how many finished pairs were reopened under it."""

    n_asked_again = serializers.IntegerField()


class CostQuerySerializer(RequestSerializer[Any]):
    derived_from = arguments(extra_judgments_cost, "extra_judgments")
    gold_every = serializers.IntegerField(min_value=1, required=False)
    repeat_every = serializers.IntegerField(min_value=1, required=False)


class CostSerializer(TupleSerializer[ExtraCost]):
    """Cost in judgments and active hours: at once for finished pairs, and in all."""

    special = TupleSerializer[SpecialCost](
        help_text="Judgments left, and the most gold pairs and repeats that come with them."
    )


class PoliciesView(OrganizersView):
    @extend_schema(operation_id="campaign_policies", responses=PolicySerializer(many=True))
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """Every version of the serving policy, the newest first."""
        policies = campaign_by_id(campaign_id).policies.select_related("created_by")
        return Response(PolicySerializer(policies.order_by("-version"), many=True).data)

    @extend_schema(
        operation_id="campaign_set_policy",
        request=PolicyChangeSerializer,
        responses={201: ChangedPolicySerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Change how pairs are served, from now on."""
        fields = body_fields(request, PolicyChangeSerializer)
        campaign = campaign_by_id(campaign_id)
        seed, accepted = fields.pop("seed", None), fields.pop("accepts_cost", None)
        before = options_of(campaign.policy())
        options = replace(before, **fields)
        asks_more = before.extra_judgments < options.extra_judgments <= MAX_EXTRA_JUDGMENTS
        if asks_more and not campaign.is_over:  # which is refused, whatever it may cost
            _refuse_judges(request, campaign)
            check_cost_accepted(campaign, options.extra_judgments, accepted)
        change = set_policy(
            campaign=campaign,
            options=options,
            seed=seed,
            actor=account(request),
        )
        row = {**PolicySerializer(change.policy).data, "n_asked_again": change.n_asked_again}
        return Response(row, status=status.HTTP_201_CREATED)


class PolicyCostView(OrganizersView):
    @extend_schema(
        operation_id="campaign_policy_cost",
        parameters=[CostQuerySerializer],
        responses=CostSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Judgments that a change of the serving policy would cost."""
        asked = query_fields(request, CostQuerySerializer)
        campaign = campaign_by_id(campaign_id)
        _refuse_judges(request, campaign)
        rhythms = {name: asked.pop(name, None) for name in ("gold_every", "repeat_every")}
        cost = extra_judgments_cost(campaign, **asked)
        found = {**cost._asdict(), "special": special_cost(campaign, **rhythms)}
        return Response(CostSerializer(found).data)


def _refuse_judges(request: Request, campaign: Campaign) -> None:
    if judges_now(request, campaign):
        raise PermissionDenied(
            "You judge in this campaign, and the cost of further judgments shows where others"
            " disagree; ask an organizer who does not judge here."
        )
