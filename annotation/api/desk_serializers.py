from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.api.judging_serializers import ProgressSerializer
from annotation.models import CampaignState


class GradeSerializer(serializers.Serializer[Any]):
    value = serializers.IntegerField()
    name = serializers.CharField()
    description = serializers.CharField()
    colour = serializers.CharField()
    requires_span = serializers.BooleanField()


class ReasonSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()


class GuidelineSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    html = serializers.CharField()


class JudgedCampaignSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=CampaignState.choices)


class DeskSerializer(serializers.Serializer[Any]):
    """What the judging page needs before the first pair."""

    campaign = JudgedCampaignSerializer()
    scale = GradeSerializer(many=True)
    reasons = ReasonSerializer(many=True)
    guideline = GuidelineSerializer(allow_null=True)
    progress = ProgressSerializer()
