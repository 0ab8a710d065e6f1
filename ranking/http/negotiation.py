"""Choice of an answer's format. DRF reads it while it loads its views, so this imports none."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.negotiation import DefaultContentNegotiation


class Negotiation(DefaultContentNegotiation):
    """DRF's, which answers 404 where an address has no such format."""

    def filter_renderers(self, renderers: Any, format: str) -> Any:
        found = [renderer for renderer in renderers if renderer.format == format]
        if not found:
            known = " or ".join(renderer.format for renderer in renderers)
            raise ValidationError(
                {"format": [f"This address answers in {known}, not in {format!r}."]}
            )
        return found
