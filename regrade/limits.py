"""Limits of stored numbers, and of those in requests, beside whose types they stand:
`Annotated[int, GRADE]`.
"""

from __future__ import annotations

from typing import Any

INT16_MIN, INT16_MAX = -(2**15), 2**15 - 1
INT32_MAX, INT64_MAX = 2**31 - 1, 2**63 - 1

GRADE: dict[str, Any] = {"min_value": INT16_MIN, "max_value": INT16_MAX}
RELEVANCE: dict[str, Any] = {"min_value": -INT16_MAX, "max_value": INT16_MAX}
SEED: dict[str, Any] = {"min_value": 0, "max_value": INT64_MAX}
