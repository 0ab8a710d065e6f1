from __future__ import annotations

from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from rest_framework import serializers

from annotation.api.members_serializers import GoldSerializer, PaceSerializer
from annotation.models import Reason


class ZoneField(serializers.CharField):
    """The name of a time zone, as browsers tell it."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        name = super().run_validation(data)
        if isinstance(name, ZoneInfo):
            return name
        if name not in _known_zones():
            raise serializers.ValidationError(f"There is no time zone named {name!r}.")
        return ZoneInfo(name)


@cache
def _known_zones() -> frozenset[str]:
    """Read once, as it takes a walk through the files of all zones."""
    return frozenset(available_timezones())


class BoardQuerySerializer(serializers.Serializer[Any]):
    zone = ZoneField(default="UTC", max_length=60)


class StretchSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    n_judged = serializers.IntegerField()
    n_not_judged = serializers.IntegerField()
    active_ms = serializers.IntegerField()


class CourseSerializer(serializers.Serializer[Any]):
    """What was judged when, by hours or days of the zone; those without a judgment are left out."""

    by = serializers.ChoiceField(choices=["hour", "day"])
    stretches = StretchSerializer(many=True)


class BlankSerializer(serializers.Serializer[Any]):
    reason = serializers.ChoiceField(choices=Reason.choices)
    label = serializers.CharField()  # type: ignore[assignment]  # Field has a `label` too
    n = serializers.IntegerField()


class RepeatsSerializer(serializers.Serializer[Any]):
    n_repeats = serializers.IntegerField()
    n_same = serializers.IntegerField()
    n_near = serializers.IntegerField(help_text="The same grade, or the next one on the scale.")
    same_share = serializers.FloatField(allow_null=True)
    near_share = serializers.FloatField(allow_null=True)
    is_flagged = serializers.BooleanField()


class AssessorChecksSerializer(serializers.Serializer[Any]):
    """Signs that block nobody; what others said is null for who judges here."""

    pseudonym = serializers.CharField()
    pace = PaceSerializer()
    gold = GoldSerializer(allow_null=True)
    repeats = RepeatsSerializer(allow_null=True)
    n_answers = serializers.IntegerField()
    blanks = BlankSerializer(many=True, allow_null=True)


class TopicBlanksSerializer(serializers.Serializer[Any]):
    query_id = serializers.CharField()
    query = serializers.CharField()
    n_pairs_not_judged = serializers.IntegerField(
        help_text="Regular and overlap pairs that somebody could not judge."
    )
    blanks = BlankSerializer(many=True)


class BoardDetailsSerializer(serializers.Serializer[Any]):
    course = CourseSerializer()
    assessors = AssessorChecksSerializer(many=True)
    topics = TopicBlanksSerializer(many=True, allow_null=True)
