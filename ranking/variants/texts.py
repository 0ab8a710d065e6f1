"""Apply a recipe to stored texts and count the changes."""

from __future__ import annotations

from typing import Any, NamedTuple

from ranking.exceptions import RecipeRefused
from ranking.models import Collection, TopicSet
from regrade.text.visible import has_text
from regrade.variants import PRESETS, Recipe, RecipeError, preset, recipe_of, vary_text

# Settings that name folders of the server.
FOLDERS = frozenset({"wordnet", "tokenizer", "to_pivot", "from_pivot"})


# Python promises that its releases draw the same numbers: another one gives the same texts.
OF_NO_MATTER = "python"


class VariantSample(NamedTuple):
    """A text before and after."""

    id: str
    before: str
    after: str


class Counts:
    def __init__(self) -> None:
        self.n_texts = self.n_changed = self.n_emptied = 0

    def count(self, before: str, after: str) -> str | None:
        """Count a changed text and return it; None if it is empty."""
        is_emptied = not has_text(after)
        self.n_texts += 1
        self.n_emptied += is_emptied
        self.n_changed += after != before and not is_emptied
        return None if is_emptied else after


def varied(recipe: Recipe, text: str, seed: int, key: int) -> str:
    """The text changed by the recipe.

    Raises:
        RecipeRefused: something that the recipe needs is not here.
    """
    try:
        return vary_text(recipe, text, seed=seed, key=key)
    except RecipeError as error:
        raise RecipeRefused(f"Text {key}: {error}.", code=error.code) from error


def as_stored(recipe: Recipe) -> Recipe:
    """The recipe with the versions of the packages it uses here.

    Raises:
        RecipeRefused: something that the recipe needs is not here.
    """
    try:
        return recipe.as_stored()
    except RecipeError as error:
        raise RecipeRefused(f"{error}.", code=error.code) from error


def is_same_recipe(stored: object, recipe: Recipe) -> bool:
    """Whether a stored recipe has these steps, in any package versions."""
    try:
        return isinstance(stored, dict) and recipe_of(stored).steps == recipe.steps
    except RecipeError:
        return False  # of another release


def recipe_to_go_on_with(name: str, stored: Any) -> Recipe:
    """A stored recipe to resume with, if it gives the same texts here as at the beginning.

    Raises:
        RecipeRefused: it does not, or it cannot run here.
    """
    try:
        recipe = recipe_of(stored)
        others = recipe.other_versions()
    except RecipeError as error:
        raise RecipeRefused(f"{error}.", code=error.code) from error
    others.pop(OF_NO_MATTER, None)
    if others:
        sentence = ", ".join(f"{one} {was} (here {now})" for one, (was, now) in others.items())
        raise RecipeRefused(
            f"Variant {name} was begun with {sentence}, and its texts would differ from there on:"
            f" go on with that release, or take it away with make_variant {name} --drop and begin"
            " again.",
            code="other_release",
        )
    return recipe


def preview(
    of: Collection | TopicSet, recipe: Recipe, seed: int, n: int = 10
) -> list[VariantSample]:
    """The first texts, before and after.

    Raises:
        RecipeRefused: something that the recipe needs is not here.
    """
    as_stored(recipe)
    found: list[tuple[int, str, str | None]]
    if isinstance(of, TopicSet):
        topics = of.topics.order_by("ordinal")
        found = list(topics.values_list("ordinal", "query_id", "query")[:n])
    else:
        passages = of.passages.filter(text__isnull=False).order_by("ordinal")
        found = list(passages.values_list("ordinal", "doc_id", "text")[:n])
    return [
        VariantSample(name, text or "", varied(recipe, text or "", seed, key))
        for key, name, text in found
    ]


def recipe_asked(found: Any) -> Recipe:
    """The recipe of that name, or that is written out.

    Raises:
        RecipeRefused: it is neither, or a setting is missing or wrong.
    """
    try:
        if isinstance(found, str):
            return preset(found)
        if not isinstance(found, dict | list):
            raise RecipeRefused(
                "A recipe is a name, a step or a list of steps, not a number.", code="no_recipe"
            )
        return recipe_of(found)
    except RecipeError as error:
        raise RecipeRefused(f"{error}.", code=error.code) from error


def needs_server(found: Any) -> str:
    """Why a recipe is followed by commands alone; empty where a page may ask for it.

    Raises:
        RecipeRefused: as `recipe_asked`.
    """
    if isinstance(found, str) and found in PRESETS and PRESETS[found].needs:
        return f"needs {' and '.join(PRESETS[found].needs)}, folders of the server"
    for step in recipe_asked(found).steps:
        folders = [key for key, value in step.settings().items() if key in FOLDERS and value]
        if folders:
            return f"names {folders[0]}, a folder of the server"
        if step.kind == "custom":
            return "runs its own code"
    return ""
