"""Recipes as people write them: by name, or step by step."""

from __future__ import annotations

from typing import Any

from ranking.exceptions import RecipeRefused
from regrade.variants import PRESETS, Recipe, RecipeError, preset, recipe_of

# Settings that name folders of the server.
FOLDERS = frozenset({"wordnet", "tokenizer", "to_pivot", "from_pivot"})


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
