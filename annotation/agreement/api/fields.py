"""What every question about agreement can name."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args
from zoneinfo import ZoneInfo, available_timezones

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from regrade.agreement.counting.ballots import Missing

SMALLINT = 2**15


class ThresholdSerializer(serializers.Serializer[Any]):
    threshold = serializers.IntegerField(
        default=None,
        min_value=-SMALLINT,
        max_value=SMALLINT - 1,
        help_text="Votes become 1 from this grade up, else 0.",
    )


class AgreementQuerySerializer(ThresholdSerializer):
    missing = serializers.ChoiceField(
        choices=get_args(Missing),
        default="drop",
        help_text="What stands for an answer without a grade: nothing, the median of the pair's "
        "grades, rounded up, or a category of its own, which has no order.",
    )


@extend_schema_field({"type": "array", "items": {"type": "integer", "nullable": True}})
class CategoriesField(serializers.ListField):
    """What votes can say: grades, and null for *not judged* where that is a category."""

    child = serializers.IntegerField(allow_null=True)


class ZoneField(serializers.CharField):
    """A time zone's name, as browsers report it."""

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
