"""Variants of texts: a recipe applied, text by text."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from regrade.given import explained
from regrade.serving.draws import draw
from regrade.variants.offsets import OffsetMap, directions
from regrade.variants.recipe import Recipe
from regrade.variants.step import written

Key = int | str
"""Key of a text in a collection or topic set: an ordinal, or an id."""


@dataclass(frozen=True)
class Varied:
    """A text of a variant."""

    text: str
    mapping: OffsetMap | None
    """Map of character offsets; None if a step of the recipe has none."""


@explained
def vary_text(recipe: Recipe, text: str, *, seed: int, key: Key) -> str:
    """The text after each step of the recipe.

    The same recipe, seed, key and text give the same result in every process, chunk and order: each
    step draws from a Mersenne Twister of its own, whose seed is `draw("variant", seed, key, step)`.
    Only its `random` is called, which Python promises never to change.

    Args:
        recipe: what to do.
        text: what to do it to; empty is allowed, and may come out.
        seed: of the variant.
        key: of the text in its collection or topic set; 1 and "1" are different keys.

    Raises:
        RecipeError: what a step needs is not there, such as a model.
        ExtraMissing: a package is not installed that an extra of the library brings.
    """
    for number, step in enumerate(recipe.steps):
        edits = step.edits(text, Random(draw("variant", seed, key, number)))
        if edits:
            text = written(text, edits)
    return text


@explained
def vary(recipe: Recipe, text: str, *, seed: int, key: Key) -> Varied:
    """The text as `vary_text` gives it, with the way of its characters; slower.

    Args:
        recipe: what to do.
        text: what to do it to.
        seed: of the variant.
        key: of the text.

    Raises:
        RecipeError: as `vary_text`.
    """
    n_original, ways = len(text), []
    for number, step in enumerate(recipe.steps):
        edits = step.edits(text, Random(draw("variant", seed, key, number)))
        if edits:
            if recipe.maps_offsets:
                ways.append(directions(text, edits))
            text = written(text, edits)
    mapping = OffsetMap(tuple(ways), n_original, len(text)) if recipe.maps_offsets else None
    return Varied(text, mapping)
