"""How sure an assessor says to be: from 1, guessing or very low, to 5, certain or very high."""

from __future__ import annotations

LEAST_CONFIDENCE, MOST_CONFIDENCE = 1, 5
