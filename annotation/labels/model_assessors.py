"""Model assessors of a campaign; their votes count only if a policy names them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from annotation.exceptions import LabelsRefused
from annotation.exchange.recorded_assessors import PREFIX
from annotation.models import AssessorKind, Campaign

# In place of names: every model of the campaign.
ALL_MODELS = AssessorKind.MODEL.value


class ModelAssessor(NamedTuple):
    pseudonym: str
    name: str  # what its account or the imported file calls it


def model_assessors(campaign: Campaign) -> list[ModelAssessor]:
    """The campaign's model assessors, by pseudonym."""
    models = campaign.memberships.filter(kind=AssessorKind.MODEL).order_by("pseudonym")
    rows = models.values_list("pseudonym", "user__username")
    return [ModelAssessor(pseudonym, (name or "").removeprefix(PREFIX)) for pseudonym, name in rows]


def named_models(
    models: Sequence[ModelAssessor], names: Collection[str], *, campaign: Campaign
) -> list[ModelAssessor]:
    """The models that a policy names: by pseudonym, by name, or all by `model`.

    Raises:
        LabelsRefused: a name is that of no model of the campaign.
    """
    for name in names:
        if name != ALL_MODELS and not any(name in model for model in models):
            raise LabelsRefused(_no_such_model(name, models, campaign))
    return [model for model in models if ALL_MODELS in names or not {*model}.isdisjoint(names)]


def _no_such_model(name: str, models: Sequence[ModelAssessor], campaign: Campaign) -> str:
    known = ", ".join(f"{model.pseudonym} ({model.name})" for model in models)
    there = f"it has {known}" if known else "it has none"
    return f"Campaign {campaign.name} has no model assessor named {name!r}; {there}."
