"""Recipes and texts that the tests of variants share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from regrade.variants import recipe_of, vary_text

WORDNET = str(Path(__file__).with_name("wordnet"))
EVERY_SETTING: dict[str, dict[str, Any]] = {
    "swap_characters": {"amount": 0.5},
    "keyboard_typo": {"amount": 0.5},
    "remove_space": {"amount": 0.5},
    "swap_words": {"amount": 0.5},
    "swap_adjacent_words": {"amount": 0.5},
    "lemmatize": {"amount": 1.0, "wordnet": WORDNET},
    "remove_stop_words": {"amount": 0.5},
    "homophone": {"amount": 1.0},
    "lower_case": {},
    "remove_punctuation": {},
    "replace": {"pairs": [["their", "there"], ["a", "an other"], ["typos", "tpyos"]]},
    "correct_spelling": {},
    "rotate": {},
    "truncate_words": {"n_words": 3},
}
"""Settings for each kind that needs nothing of the machine."""
TEXT = "Their typos, 3.5 of all, were Fond of a Search. Retreival of the words wasn't great!"
AWKWARD = (
    "",
    "a",
    "Typos",
    " ",
    ".",
    "...  . .",
    "\U0001f600",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467 \U0001f600\U0001f600 \U0001f1e9\U0001f1ea",
    "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd. \u05d8\u05d5\u05d1",
    "\u0645\u064e\u0631\u0652\u062d\u064e\u0628\u064b\u0627 \u0628\u0643\u0645\u060c",
    "e\u0301a \u0301 n\u0303",
    "\u6f22\u5b57\u3002\u6f22\u5b57",
    "\ud800 abc",
    "I\u0130\u0131 STRASSE \u00df",
    TEXT,
)


def changed(text: str, seed: int = 1, key: int | str = 0, **settings: Any) -> str:
    """The text after one step; lemmas are those of a small WordNet, if no other is named."""
    if settings.get("kind") == "lemmatize":
        settings = {"wordnet": WORDNET} | settings
    return vary_text(recipe_of(settings), text, seed=seed, key=key)


def every_recipe() -> list[dict[str, Any]]:
    """A recipe of each kind that needs nothing of the machine, and some of several steps."""
    single = [{"kind": kind, **settings} for kind, settings in EVERY_SETTING.items()]
    chains = [["swap_words", "rotate"], ["remove_stop_words", "swap_characters", "lemmatize"]]
    return [
        *single,
        *({"steps": [{"kind": kind, **EVERY_SETTING[kind]} for kind in chain]} for chain in chains),
    ]
