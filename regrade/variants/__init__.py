"""Variants of texts: noise, rotation, truncation and corrections, by recipe and seed."""

from __future__ import annotations

from regrade.variants.cutting import Window, windows
from regrade.variants.offsets import OffsetMap
from regrade.variants.presets import PRESETS, Preset, kind_title, preset, recipe_title
from regrade.variants.recipe import KINDS, Recipe, recipe_of
from regrade.variants.step import RecipeError
from regrade.variants.vary import Varied, vary, vary_text

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
