"""Limits of what requests carry, beside the types of parameters that they reach."""

from __future__ import annotations

from typing import Annotated, Any

from ranking.lookup import MAX_NAME
from regrade.files.numbers import INT16_MAX, INT16_MIN, INT64_MAX

Name = Annotated[str, {"max_length": MAX_NAME}]
NewName = Annotated[str, {"max_length": MAX_NAME, "trim_whitespace": False}]
GRADE: dict[str, Any] = {"min_value": INT16_MIN, "max_value": INT16_MAX}
RELEVANCE: dict[str, Any] = {"min_value": -INT16_MAX, "max_value": INT16_MAX}
SEED: dict[str, Any] = {"min_value": 0, "max_value": INT64_MAX}
