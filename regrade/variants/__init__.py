"""Variants of texts: noise, rotation, truncation and corrections, by recipe and seed."""

from __future__ import annotations

from regrade.variants.errors import RecipeError
from regrade.variants.offsets import OffsetMap
from regrade.variants.presets import PRESETS, Preset, preset
from regrade.variants.recipe import KINDS, Recipe, recipe_of
from regrade.variants.titles import kind_title, recipe_title
from regrade.variants.vary import Varied, vary, vary_text
from regrade.variants.windows import Window, windows

__all__ = [
    "KINDS",
    "PRESETS",
    "OffsetMap",
    "Preset",
    "Recipe",
    "RecipeError",
    "Varied",
    "Window",
    "kind_title",
    "preset",
    "recipe_of",
    "recipe_title",
    "vary",
    "vary_text",
    "windows",
]
