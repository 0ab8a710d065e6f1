"""Which part of a list is asked for: each list that comes in parts takes it as `page`."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

MOST_PAGES = 10**8


class PageField(serializers.IntegerField):
    """From 1; a page beyond the last is the last."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_PAGES, **{"default": 1, **options})


class PartQuerySerializer(serializers.Serializer[Any]):
    page = serializers.IntegerField(
        required=False, min_value=1, max_value=2**63 - 1, help_text="The `next` of the part before."
    )
