"""The time that a training may take, from steps of those before it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import F, Sum

from evaluation.models import Training

ALIKE = ("ranker", "loss", "batch", "negatives", "max_passage")


def seconds_of(recipe: Mapping[str, Any]) -> float | None:
    """Seconds for all steps at the rate of trainings alike; None where there was none."""
    alike = {f"recipe__{name}": recipe[name] for name in ALIKE if recipe[name] is not None}
    measured = Training.objects.filter(**alike, step__gt=0, seconds__gt=0)
    total = measured.aggregate(seconds=Sum("seconds"), steps=Sum(F("step")))
    if not total["steps"]:
        return None
    return float(total["seconds"] / total["steps"] * recipe["steps"])
