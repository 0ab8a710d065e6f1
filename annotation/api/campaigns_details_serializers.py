from __future__ import annotations

from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from rest_framework import serializers

from annotation.api.members_serializers import GoldSerializer, PaceSerializer
from annotation.board_details import AssessorChecks, Blank, BoardDetails, TopicBlanks
from annotation.flags import RepeatCheck
from ranking.api.tuple_serializer import TupleSerializer


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


class RepeatsSerializer(TupleSerializer[RepeatCheck]):
    n_near = serializers.IntegerField(help_text="The same grade, or the next one on the scale.")
    same_share = serializers.FloatField(allow_null=True)
    near_share = serializers.FloatField(allow_null=True)
    is_flagged = serializers.BooleanField()


class AssessorChecksSerializer(TupleSerializer[AssessorChecks]):
    """Signs that block nobody; what others said is null for who judges here."""

    pace = PaceSerializer()
    gold = GoldSerializer(allow_null=True)
    repeats = RepeatsSerializer(allow_null=True)
    blanks = TupleSerializer[Blank](many=True, allow_null=True)


class BoardDetailsSerializer(TupleSerializer[BoardDetails]):
    assessors = AssessorChecksSerializer(many=True)
    topics = TupleSerializer[TopicBlanks](many=True, allow_null=True)
