"""Campaigns over pools that learn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account
from annotation.access.permissions import OrganizersView
from annotation.active.design import ActiveDesign, StratumOfRanks
from annotation.campaigns.api.campaign import CampaignSerializer, made_campaign
from annotation.campaigns.api.new_campaign_serializers import NewCampaignSerializer
from annotation.campaigns.api.pool_fields import MAX_RUNS, MAX_STRATA, SampleSerializer, sample_of
from annotation.campaigns.creating import set_up_active_campaign
from annotation.campaigns.policy import default_policy
from annotation.models import PoolStrategy
from ranking.http.limited_list import LimitedList
from ranking.http.request_fields import body_fields
from ranking.http.tuple_serializer import RequestSerializer
from ranking.lookup import all_by_name, by_name
from ranking.models import Collection, Run, TopicSet
from regrade.limits import SEED


class StratumOfRanksSerializer(RequestSerializer[StratumOfRanks]):
    """Ranks down to `last`, with the `share` that is judged."""


class ActiveDesignSerializer(RequestSerializer[ActiveDesign]):
    """Strategy by which a topic's next pairs are chosen, step by step."""

    vectors_of = serializers.CharField(max_length=200, allow_blank=True, default="")
    runs = LimitedList(
        child=serializers.CharField(max_length=200), default=list, max_length=MAX_RUNS
    )
    strata = LimitedList(child=StratumOfRanksSerializer(), default=list, max_length=MAX_STRATA)
    rule = serializers.CharField(allow_blank=True, default="")
    seed = serializers.IntegerField(**SEED)


class ActiveCampaignSerializer(NewCampaignSerializer):
    """A campaign with a new pool that learns. Without runs it needs a collection and topics."""

    active = ActiveDesignSerializer()
    collection = serializers.CharField(max_length=200, allow_blank=True, default="")
    topics = serializers.CharField(max_length=200, allow_blank=True, default="")
    sample = SampleSerializer(allow_null=True, default=None)


class ActiveCampaignView(OrganizersView):
    @extend_schema(
        operation_id="campaigns_create_active",
        request=ActiveCampaignSerializer,
        responses={201: CampaignSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create a pool that learns and a draft campaign over it, both or neither."""
        fields = body_fields(request, ActiveCampaignSerializer)
        collection, topics = fields.pop("collection"), fields.pop("topics")
        if fields.pop("marks"):
            raise ValidationError({"marks": "A pool that learns has no pairs yet to be marked."})
        policy = replace(default_policy(PoolStrategy.ACTIVE), **fields.pop("policy", {}))
        campaign = set_up_active_campaign(
            design=_design(fields.pop("active")),
            collection=by_name(Collection, collection) if collection else None,
            topic_set=by_name(TopicSet, topics, field="topics") if topics else None,
            sample=sample_of(request, fields.pop("sample")),
            policy=policy,
            actor=account(request),
            **fields,
        )
        return made_campaign(request, campaign)


def _design(asked: dict[str, Any]) -> ActiveDesign:
    runs = all_by_name(Run, asked.pop("runs"))
    strata = [StratumOfRanks(**stratum) for stratum in asked.pop("strata")]
    named = asked.pop("vectors_of")
    vectors_of = by_name(Run, named, field="vectors_of") if named else None
    return ActiveDesign(**asked, runs=runs, strata=strata, vectors_of=vectors_of)
