from __future__ import annotations

from typing import Any

from rest_framework import serializers

MOST_PAGES = 10**8


class PageField(serializers.IntegerField):
    """From 1; a page beyond the last is the last."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_PAGES, **{"default": 1, **options})
