from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.api.judging_serializers import ProgressSerializer
from annotation.models import CampaignState, EnglishLevel


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


class DeskNoticeSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    html = serializers.CharField()
    is_accepted = serializers.BooleanField()


class QualificationSerializer(serializers.Serializer[Any]):
    """The round before the first real pair; `attempt` is the one under way, null when none is."""

    n_pairs = serializers.IntegerField()
    pass_share = serializers.FloatField()
    attempt = serializers.IntegerField(allow_null=True)
    max_attempts = serializers.IntegerField()
    is_qualified = serializers.BooleanField()


class DeskSerializer(serializers.Serializer[Any]):
    """What the judging page needs before the first pair."""

    campaign = JudgedCampaignSerializer()
    scale = GradeSerializer(many=True)
    reasons = ReasonSerializer(many=True)
    guideline = GuidelineSerializer(allow_null=True)
    notice = DeskNoticeSerializer(allow_null=True)
    qualification = QualificationSerializer(allow_null=True)
    english_level = serializers.ChoiceField(choices=EnglishLevel.choices, allow_blank=True)
    progress = ProgressSerializer()
