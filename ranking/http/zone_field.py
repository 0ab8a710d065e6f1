from __future__ import annotations

from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from rest_framework import serializers


class ZoneField(serializers.CharField):
    """A time zone's name, as browsers report it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=60, **options)

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
