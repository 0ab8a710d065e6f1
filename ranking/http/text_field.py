from __future__ import annotations

from typing import Any

from rest_framework import serializers

from regrade.text.visible import has_text


class TextField(serializers.CharField):
    """A text that people read; one of invisible characters alone is empty."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        is_empty = isinstance(data, str) and not has_text(data)
        return super().run_validation("" if is_empty else data)
