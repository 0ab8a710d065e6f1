from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from annotation.campaigns.api.policies import PolicyRequestSerializer
from annotation.campaigns.api.pool_fields import PlannedPoolSerializer
from annotation.campaigns.creating import MAX_JUDGMENTS
from annotation.campaigns.planned_work import Crew
from annotation.guidelines.scales import (
    MAX_GRADES,
    GradeOption,
    ScalePreset,
    checked_scale,
    parse_scale,
)
from annotation.guidelines.text import MARKDOWN
from annotation.models import Campaign, PairKind
from ranking.http.limited_list import LimitedList
from ranking.http.text_field import TextField
from ranking.http.tuple_serializer import RequestSerializer, RowSerializer, TupleSerializer
from regrade.files.judging.marks import MarkLine
from regrade.limits import INT32_MAX, SEED

MAX_MARKS = 100_000


class GradeRequestSerializer(serializers.Serializer[Any]):
    value = serializers.IntegerField()
    name = TextField(max_length=100)
    description = serializers.CharField(max_length=2000, allow_blank=True, default="")
    colour = serializers.CharField(max_length=7, allow_blank=True, default="")
    requires_span = serializers.BooleanField(default=False)


class MarkSerializer(serializers.Serializer[Any]):
    """Campaign setup of one pair; gold and qualification pairs need a known grade."""

    query_id = serializers.CharField(max_length=512, trim_whitespace=False)
    passage_id = serializers.CharField(max_length=512, trim_whitespace=False)
    kind = serializers.ChoiceField(choices=PairKind.choices, default=PairKind.REGULAR)
    priority = serializers.IntegerField(min_value=-INT32_MAX, max_value=INT32_MAX, default=0)
    grade = serializers.IntegerField(allow_null=True, default=None)
    explanation = serializers.CharField(max_length=10_000, allow_blank=True, default="")


class NewCampaignSerializer(RowSerializer):
    """A new campaign; the scale is text, such as 1-5 or 0=No,1=Yes*, or a list of grades."""

    model = Campaign
    columns = [
        "name",
        "scale",
        "grades",
        "judgments_per_pair",
        "guideline",
        "notice",
        "policy",
        "marks",
        "seed",
        "quota",
        "allows_sign_up",
        "pass_share",
        "max_attempts",
        "lease_s",
        "seat_s",
        "max_not_judged",
        "asks_confidence",
        "asks_note",
        "allows_search",
    ]
    is_part = True
    name = serializers.CharField(max_length=200)
    scale = serializers.CharField(max_length=2000, required=False)
    grades = LimitedList(child=GradeRequestSerializer(), max_length=MAX_GRADES, required=False)
    judgments_per_pair = serializers.IntegerField(default=3)
    guideline = serializers.CharField(allow_blank=True, default="", **MARKDOWN)
    notice = serializers.CharField(required=False, **MARKDOWN)
    policy = PolicyRequestSerializer(required=False)
    marks = LimitedList(child=MarkSerializer(), max_length=MAX_MARKS, default=list)
    seed = serializers.IntegerField(required=False, **SEED)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        text, grades = attrs.pop("scale", None), attrs.get("grades")
        if (text is None) == (grades is None):
            raise serializers.ValidationError({"scale": "Give a scale or a list of grades."})
        try:
            if text is not None:
                attrs["grades"] = parse_scale(text)
            else:
                attrs["grades"] = checked_scale(GradeOption(**grade) for grade in grades or ())
        except ValueError as error:
            raise serializers.ValidationError({"grades": str(error)}) from error
        attrs["marks"] = mark_lines(attrs["marks"])
        return attrs


def mark_lines(marks: Sequence[dict[str, Any]]) -> list[MarkLine]:
    return [
        MarkLine(doc_id=mark.pop("passage_id"), line=number, **mark)
        for number, mark in enumerate(marks, start=1)
    ]


class CampaignRequestSerializer(NewCampaignSerializer):
    """A campaign over an existing pool."""

    pool = serializers.CharField(max_length=200)


class CampaignFromRunsSerializer(NewCampaignSerializer, PlannedPoolSerializer):
    """A campaign with a new pool; `n_overlap` pairs are judged by everyone."""

    n_overlap = serializers.IntegerField(min_value=0, max_value=INT32_MAX, default=0)


class PresetSerializer(TupleSerializer[ScalePreset]):
    grades = GradeRequestSerializer(many=True)


class ScalesSerializer(serializers.Serializer[Any]):
    """Preset scales, and the default colours of a scale of 2, 3 ... grades."""

    presets = PresetSerializer(many=True)
    colours = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class CrewSerializer(RequestSerializer[Crew]):
    people = serializers.IntegerField(min_value=1, max_value=10_000)
    quota = serializers.IntegerField(min_value=1, max_value=INT32_MAX, allow_null=True)
    seconds = serializers.FloatField(min_value=0, max_value=3600)


class PlanRequestSerializer(PlannedPoolSerializer):
    """A campaign that is not made yet; `n_pairs` is the pool's size, as its preview counts it."""

    n_pairs = serializers.IntegerField(min_value=0, max_value=INT32_MAX)
    n_overlap = serializers.IntegerField(min_value=0, max_value=INT32_MAX, default=0)
    judgments_per_pair = serializers.IntegerField(min_value=1, max_value=MAX_JUDGMENTS, default=3)
    marks = LimitedList(child=MarkSerializer(), max_length=MAX_MARKS, default=list)
    scale = LimitedList(child=serializers.IntegerField(), max_length=MAX_GRADES)
    crew = CrewSerializer()
    policy = PolicyRequestSerializer(required=False)
