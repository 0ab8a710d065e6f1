"""Variants made one passage at a time, for processes that a test kills: it patches where it is
imported, and `celery worker --include` does that.
"""

from __future__ import annotations

import time

from ranking.models import VariantMaking
from ranking.variants import parts
from ranking.variants.texts import varied
from regrade.variants import Recipe

HELD = 2  # the ordinal of the passage in the first one's hands
unhurried = varied


def vary_patiently(recipe: Recipe, text: str, seed: int, key: int) -> str:
    """The first attempt hangs in the third passage."""
    if key == HELD and VariantMaking.objects.filter(n_done=HELD, n_attempts=0).exists():
        time.sleep(1000)
    return unhurried(recipe, text, seed, key)


setattr(parts, "varied", vary_patiently)  # noqa: B010  (mypy takes a module's names for fixed)
parts.AT_ONCE = 1
