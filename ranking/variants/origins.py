"""Where a collection or topic set comes from, and what was made of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ranking.models import Collection, TopicSet
from ranking.variants.lineage import Named, ancestors, lineages
from regrade.variants import PRESETS, RecipeError, recipe_of, recipe_title


class Origin(NamedTuple):
    """A thing's originals, nearest first, its recipe, and its own variants."""

    parent: str | None
    original: str | None
    recipe: str | None
    seed: int | None
    ancestors: list[str]
    variants: list[str]


def origin_of(thing: Collection | TopicSet) -> Origin:
    """By three queries, however many ancestors and variants there are."""
    above = [one.name for one in ancestors(_parents(thing), thing.pk)]
    return Origin(
        parent=above[0] if above else None,
        original=above[-1] if above else None,
        recipe=None if thing.recipe is None else recipe_words(thing.recipe),
        seed=thing.seed,
        ancestors=above,
        variants=list(thing.variants.seen().order_by("name").values_list("name", flat=True)),
    )


def recipe_words(stored: Mapping[str, Any]) -> str:
    """Description of a stored recipe: in the words of a ready recipe, otherwise its title.

    One of another release, which this one cannot read, is called by its kind.
    """
    try:
        recipe = recipe_of(stored)
    except RecipeError:
        return str(stored.get("kind", "a recipe that this release does not know"))
    for ready in PRESETS.values():
        if not ready.needs and recipe_of(ready.settings).steps == recipe.steps:
            return ready.title
    return recipe_title(recipe)


def _parents(thing: Collection | TopicSet) -> Mapping[int, Named]:
    known = lineages()
    return known.collections if isinstance(thing, Collection) else known.topic_sets
