"""Short titles of recipes, as tables have room for."""

from __future__ import annotations

from dataclasses import fields

from regrade.variants.recipe import Recipe
from regrade.variants.step import Step

# The first seven as the typos paper calls them.
TITLES = {
    "swap_characters": "NeighCharSwap",
    "remove_space": "RemoveSpace",
    "swap_words": "WordOrderSwap",
    "swap_adjacent_words": "WordOrderSwapAdj",
    "lemmatize": "Lemmatize",
    "remove_stop_words": "RemoveStop",
    "back_translate": "Backtranslation",
    "keyboard_typo": "KeyboardTypo",
    "homophone": "Homophone",
    "lower_case": "LowerCase",
    "remove_punctuation": "RemovePunctuation",
    "replace": "Replace",
    "correct_spelling": "CorrectSpelling",
    "custom": "Custom",
    "rotate": "Rotate",
    "truncate_words": "TruncateWords",
    "truncate_tokens": "TruncateTokens",
}
# The setting that distinguishes recipes of a kind, if any.
TOLD = ("amount", "n_words", "n_tokens", "name")


def recipe_title(recipe: Recipe) -> str:
    """A recipe's steps with what sets each apart, such as `RemoveSpace(0.1)`."""
    return "+".join(map(_step_title, recipe.steps))


def kind_title(kind: str) -> str:
    """A kind of step; what is no kind stays as it is."""
    return TITLES.get(kind, kind)


def _step_title(step: Step) -> str:
    settings = step.settings()
    defaults = {field.name: field.default for field in fields(step)}
    found = [
        f"{settings[name]}"
        for name in TOLD
        if name in settings and settings[name] != defaults[name]
    ]
    return f"{kind_title(step.kind)}({', '.join(found)})" if found else kind_title(step.kind)
