from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.campaigns.api.policies import PolicyRequestSerializer
from annotation.guidelines.scales import (
    MAX_GRADES,
    GradeOption,
    ScalePreset,
    checked_scale,
    parse_scale,
)
from annotation.guidelines.text import MARKDOWN
from annotation.models import Campaign, PairKind
from annotation.pools.sampling import parse_strata
from annotation.quality.judging_time import JudgingTime
from ranking.http.limited_list import LimitedList
from ranking.http.text_field import TextField
from ranking.http.tuple_serializer import RowSerializer, TupleSerializer
from regrade.files.judging.marks import MarkLine
from regrade.limits import INT32_MAX, SEED

MAX_MARKS = 100_000
MAX_RUNS = 200


class GradeRequestSerializer(serializers.Serializer[Any]):
    value = serializers.IntegerField()
    name = TextField(max_length=100)
    description = serializers.CharField(max_length=2000, allow_blank=True, default="")
    colour = serializers.CharField(max_length=7, allow_blank=True, default="")
    requires_span = serializers.BooleanField(default=False)


class MarkSerializer(serializers.Serializer[Any]):
    """Campaign setup of one pair; gold and qualification pairs need an expert's grade."""

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
        attrs["marks"] = [
            MarkLine(doc_id=mark.pop("passage_id"), line=number, **mark)
            for number, mark in enumerate(attrs["marks"], start=1)
        ]
        return attrs


class CampaignRequestSerializer(NewCampaignSerializer):
    """A campaign over an existing pool."""

    pool = serializers.CharField(max_length=200)


class StrataField(serializers.CharField):
    """`high=1-20:540,medium=21-80:60`, as the command takes it."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        text = super().run_validation(data)
        try:
            return parse_strata(text) if text else []
        except ValueError as error:
            raise serializers.ValidationError(f"{error}.") from error


class SampleSerializer(serializers.Serializer[Any]):
    """A random sample of `n` topics, or by the rank of the first passage relevant in `labels`."""

    n = serializers.IntegerField(
        min_value=1, max_value=INT32_MAX, required=False, allow_null=True, default=None
    )
    seed = serializers.IntegerField(default=0, **SEED)
    strata = StrataField(
        default="", allow_blank=True, max_length=1000, help_text="name=first-last:number,..."
    )
    labels = serializers.CharField(default="", allow_blank=True, max_length=200)

    def validate(self, sample: dict[str, Any]) -> dict[str, Any]:
        if sample["n"] is None and not sample["strata"]:
            raise serializers.ValidationError("Say how many topics to draw, or give strata.")
        return sample


class PooledRunsSerializer(serializers.Serializer[Any]):
    runs = LimitedList(
        child=serializers.CharField(max_length=200), min_length=1, max_length=MAX_RUNS
    )
    without_labels = LimitedList(
        child=serializers.CharField(max_length=200),
        default=list,
        max_length=MAX_RUNS,
        help_text="Pairs that these label sets have are left out.",
    )


class PoolPreviewRequestSerializer(PooledRunsSerializer):
    """Runs to pool; all topics unless a sample is given."""

    sample = SampleSerializer(allow_null=True, default=None)


class CampaignFromRunsSerializer(NewCampaignSerializer, PoolPreviewRequestSerializer):
    """A campaign with a new pool; `n_overlap` pairs are judged by everyone."""

    depth = serializers.IntegerField(min_value=1, max_value=INT32_MAX)
    n_overlap = serializers.IntegerField(min_value=0, max_value=INT32_MAX, default=0)


class PoolPreviewSerializer(serializers.Serializer[Any]):
    """Pool sizes; each list has one number per depth, from 1 to `depth`.

    `found_by` has such a list for 1 run, 2 runs, and so on. The counts leave out what has no text,
    which `n_textless` counts, and topics without any pair.
    """

    depth = serializers.IntegerField()
    n_topics_drawn = serializers.IntegerField()
    n_pairs = serializers.ListField(child=serializers.IntegerField())
    n_textless = serializers.ListField(child=serializers.IntegerField())
    n_topics = serializers.ListField(child=serializers.IntegerField())
    least = serializers.ListField(child=serializers.IntegerField())
    median = serializers.ListField(child=serializers.FloatField())
    most = serializers.ListField(child=serializers.IntegerField())
    found_by = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    time = TupleSerializer[JudgingTime]()


class PresetSerializer(TupleSerializer[ScalePreset]):
    grades = GradeRequestSerializer(many=True)


class ScalesSerializer(serializers.Serializer[Any]):
    """Preset scales, and the default colours of a scale of 2, 3 ... grades."""

    presets = PresetSerializer(many=True)
    colours = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
