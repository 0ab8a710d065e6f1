"""Limits of numbers in requests, to stand beside their types: `Annotated[int, GRADE]`."""

from __future__ import annotations

from typing import Any

from regrade.files.numbers import INT16_MAX, INT16_MIN, INT64_MAX

GRADE: dict[str, Any] = {"min_value": INT16_MIN, "max_value": INT16_MAX}
RELEVANCE: dict[str, Any] = {"min_value": -INT16_MAX, "max_value": INT16_MAX}
SEED: dict[str, Any] = {"min_value": 0, "max_value": INT64_MAX}
