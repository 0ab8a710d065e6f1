"""The two tiers of tests: `./dev test` runs the fast one, `./dev test --thorough` all tests."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

THOROUGH = os.environ.get("REGRADE_THOROUGH") == "1"
FEW = 20  # examples of a property in the fast tier

thorough = pytest.mark.thorough


def examples(most: int, *, fast: int = FEW) -> settings:
    """How many examples a property gets: in the fast tier a few of them."""
    return settings(max_examples=most if THOROUGH else min(most, fast))
