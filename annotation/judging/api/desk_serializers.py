from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework import serializers

from annotation.guidelines.changes import Change
from annotation.guidelines.scales import shown_colours
from annotation.judging.api.judging_serializers import MAX_VERSION
from annotation.judging.qualification import Qualification
from annotation.models import CampaignState, EnglishLevel
from annotation.serving.assignments import Progress
from annotation.serving.claim_context import Newest
from ranking.http.tuple_serializer import TupleSerializer


class ScaleSerializer(serializers.ListSerializer[Any]):
    """A whole scale, the lowest grade first; grades without a colour get one."""

    def to_representation(self, data: Any) -> list[Any]:
        return coloured(super().to_representation(data))


def coloured(scale: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The grades of a whole scale, the lowest first, each with a colour."""
    colours = shown_colours([grade["colour"] for grade in scale])
    return [{**grade, "colour": colour} for grade, colour in zip(scale, colours, strict=True)]


class GradeSerializer(serializers.Serializer[Any]):
    class Meta:
        list_serializer_class = ScaleSerializer

    value = serializers.IntegerField()
    name = serializers.CharField()
    description = serializers.CharField()
    colour = serializers.CharField()
    requires_span = serializers.BooleanField()


class ReasonSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()


class DeskExampleSerializer(serializers.Serializer[Any]):
    """An example passage with the organizer's grade and reason."""

    query = serializers.CharField(default="")
    passage = serializers.CharField(default="")
    grade = serializers.IntegerField(allow_null=True, default=None)
    explanation = serializers.CharField(default="")


class DeskGuidelineSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    html = serializers.CharField()
    examples = DeskExampleSerializer(many=True)
    changes = TupleSerializer[Change](many=True)


class JudgedCampaignSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=CampaignState.choices)
    asks_confidence = serializers.BooleanField()
    asks_note = serializers.BooleanField()


class ShownNoticeSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    html = serializers.CharField()


class DeskNoticeSerializer(ShownNoticeSerializer):
    is_accepted = serializers.BooleanField()


class DeskMessageSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    text = serializers.CharField()


class KnownSerializer(serializers.Serializer[Any]):
    """What the page that asks shows so far."""

    guideline = serializers.IntegerField(
        min_value=0,
        max_value=MAX_VERSION,
        required=False,
        help_text="The version of the guideline, 0 for none: the answer says what changed since.",
    )


class DeskSerializer(serializers.Serializer[Any]):
    """What the judging page needs before the first pair."""

    campaign = JudgedCampaignSerializer()
    scale = GradeSerializer(many=True)
    reasons = ReasonSerializer(many=True)
    guideline = DeskGuidelineSerializer(allow_null=True)
    notice = DeskNoticeSerializer(allow_null=True)
    qualification = TupleSerializer[Qualification](allow_null=True)
    messages = DeskMessageSerializer(
        many=True, help_text="From the organizers, until they are put away."
    )
    english_level = serializers.ChoiceField(choices=EnglishLevel.choices, allow_blank=True)
    progress = TupleSerializer[Progress]()
    newest = TupleSerializer[Newest]()
    recent_active_ms = serializers.ListField(
        child=serializers.IntegerField(), help_text="Of the newest answers."
    )
