"""All that a training can be made of, for forms."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from ranking.rankers.neural_rankers import neural_ranker
from regrade.training.recipe import ABOUT, LOSSES, RECIPES, Recipe, recipe_of


class RankerChoice(NamedTuple):
    """A ranker that can be trained, with its losses, the usual one first."""

    name: str
    label: str
    losses: Sequence[str]


class Setting(NamedTuple):
    """A setting of a recipe.

    Attributes:
        kind: "whole", "number", "yes_no", "numbers", "choice" or "text".
    """

    name: str
    meaning: str
    kind: str
    usual: Any
    least: float | None
    most: float | None
    options: Sequence[str]


class PaperChoice(NamedTuple):
    """A recipe of a paper, with all its settings."""

    name: str
    settings: dict[str, Any]


class TrainingChoices(NamedTuple):
    rankers: Sequence[RankerChoice]
    papers: Sequence[PaperChoice]
    settings: Sequence[Setting]


def training_choices() -> TrainingChoices:
    """All rankers, recipes of papers and settings."""
    return TrainingChoices(
        [RankerChoice(name, neural_ranker(name).label, losses) for name, losses in LOSSES.items()],
        [PaperChoice(name, recipe_of(given).as_json()) for name, given in RECIPES.items()],
        [_setting(name) for name in ABOUT if name not in ("ranker", "loss")],
    )


def _setting(name: str) -> Setting:
    about, hint = ABOUT[name], get_type_hints(Recipe)[name]
    kind, options = _kind(hint)
    least, most = (end if isfinite(end) else None for end in about.span)
    usual = getattr(recipe_of({"ranker": "bert-cat"}), name)
    return Setting(name, about.meaning, kind, usual, least, most, options)


def _kind(hint: Any) -> tuple[str, Sequence[str]]:
    parts = [one for one in get_args(hint) if one is not type(None)]
    if parts and isinstance(parts[0], str):
        return "choice", parts
    if get_origin(hint) is Sequence:
        return "numbers", ()
    kinds = {bool: "yes_no", int: "whole", float: "number", str: "text"}
    return kinds[parts[0] if parts else hint], ()
