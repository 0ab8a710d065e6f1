from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.models import Order, Unit
from ranking.http.tuple_serializer import TupleSerializer
from regrade.serving.disagreement import ExtraCost

INT64_MAX = 2**63 - 1


class PolicyFieldsSerializer(serializers.Serializer[Any]):
    unit = serializers.ChoiceField(choices=Unit.choices)
    order = serializers.ChoiceField(choices=Order.choices)
    sets_offered = serializers.IntegerField()
    topics_per_set = serializers.IntegerField()
    new_topic_share = serializers.FloatField()
    overlap_every = serializers.IntegerField()
    gold_every = serializers.IntegerField(allow_null=True)
    repeat_every = serializers.IntegerField(allow_null=True)
    repeat_after = serializers.IntegerField()
    rotates = serializers.BooleanField()
    extra_judgments = serializers.IntegerField()


class PolicyRequestSerializer(PolicyFieldsSerializer):
    """A serving policy; fields left out stay as they are, or take a new campaign's default."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class PolicyChangeSerializer(PolicyRequestSerializer):
    """A policy change. Raising `extra_judgments` requires accepting `n_most` of their cost."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            **super().get_fields(),
            "seed": serializers.IntegerField(min_value=0, max_value=INT64_MAX, required=False),
            "accepts_cost": serializers.IntegerField(min_value=0, required=False),
        }


class PolicySerializer(PolicyFieldsSerializer):
    """One version of the serving policy; the newest is in force."""

    version = serializers.IntegerField()
    seed = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    created_by = serializers.CharField(source="created_by.username", allow_null=True, default=None)


class ChangedPolicySerializer(PolicySerializer):
    """The policy in force, and how many finished pairs were reopened under it."""

    n_asked_again = serializers.IntegerField()


class CostQuerySerializer(serializers.Serializer[Any]):
    extra_judgments = serializers.IntegerField(min_value=0, max_value=10)


class CostSerializer(TupleSerializer[ExtraCost]):
    """Cost in judgments and active hours: at once for finished pairs, and in all."""
