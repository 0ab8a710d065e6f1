"""Recipes by name: the settings of published studies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import NamedTuple

from regrade.variants.recipe import Recipe, recipe_of
from regrade.variants.step import RecipeError, Step

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
DISTINCTIVE = ("amount", "n_words", "n_tokens", "name")


# Of the paper on texts with typos: kind, its name there in words, amounts for passages and queries.
PAPER = (
    ("swap_characters", "neighbouring characters swapped", (0.1,), ("one",)),
    ("remove_space", "spaces removed", (0.1,), ("one",)),
    ("swap_words", "word order swapped", ("ones",), ("ones",)),
    ("swap_adjacent_words", "adjacent words swapped", ("ones",), ("ones",)),
    ("lemmatize", "lemmatized", (0.5, 1.0), (0.5, 1.0)),
    ("remove_stop_words", "stop words removed", (0.2, 0.5), ("one", 0.5)),
)
AMOUNTS = {"one": "one word of each sentence", "ones": "one word of the text"}
FOLDERS = ("to_pivot", "from_pivot")


class Preset(NamedTuple):
    """A recipe under a name."""

    title: str
    settings: Mapping[str, object]
    """As `recipe_of` takes them; `needs` are missing."""
    needs: tuple[str, ...] = ()
    """Settings that depend on the machine."""


def _of_the_paper() -> Iterator[tuple[str, Preset]]:
    for kind, said, of_passages, of_queries in PAPER:
        for texts, amounts in (("passages", of_passages), ("queries", of_queries)):
            for amount in amounts:
                settings: dict[str, object] = {"kind": kind, "amount": amount}
                if texts == "queries":
                    settings["words"] = "long"
                how = AMOUNTS.get(str(amount), f"each word with probability {amount}")
                title = f"The typos paper's {texts}: {said}, {how}"
                yield f"typos-{texts}-{kind}-{amount}", Preset(title, settings)
    for texts in ("passages", "queries"):
        title = f"The typos paper's {texts}: back-translated"
        settings = {"kind": "back_translate"}
        yield f"typos-{texts}-back_translate", Preset(title, settings, FOLDERS)


PRESETS: Mapping[str, Preset] = dict(_of_the_paper()) | {
    "debiased-passages-rotate": Preset(
        "The position bias paper's passages: rotated at a uniform word", {"kind": "rotate"}
    ),
}


def preset(name: str, **settings: object) -> Recipe:
    """The recipe of a preset.

    Args:
        name: a key of `PRESETS`.
        settings: what the preset needs of this machine, or settings to use in place of its own.

    Raises:
        RecipeError: there is no such preset, or a setting is missing or wrong.
    """
    if name not in PRESETS:
        raise RecipeError(
            f"There is no preset {name!r}; write one of {', '.join(PRESETS)}", code="unknown_preset"
        )
    return recipe_of({**PRESETS[name].settings, **settings})


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
        for name in DISTINCTIVE
        if name in settings and settings[name] != defaults[name]
    ]
    return f"{kind_title(step.kind)}({', '.join(found)})" if found else kind_title(step.kind)
