from __future__ import annotations

from typing import Any

import pytest

from regrade.training.recipe import LOSSES, RECIPES, BadRecipe, recipe_of
from tests.refusals import refused

BAD: list[tuple[dict[str, Any], str]] = [
    ({"ranker": "bm25"}, "ranker"),
    ({"loss": "in-batch", "ranker": "tk"}, "loss"),
    ({"batch": 0}, "batch"),
    ({"learning_rate": 2.0}, "learning_rate"),
    ({"learning_rate": float("nan")}, "learning_rate"),
    ({"noise": 1.1}, "noise"),
    ({"warm_up": 10, "steps": 10}, "warm_up"),
    ({"validation_depth": []}, "validation_depth"),
    ({"batch": "many"}, "batch"),
    ({"precision": "int8"}, "precision"),
    ({"noise": 0.5, "noise_recipe": "shuffled"}, "noise_recipe"),
]


@pytest.mark.parametrize(("given", "field"), BAD)
def test_bad_recipe_names_its_field(given: dict[str, Any], field: str) -> None:
    with refused(BadRecipe, f"bad_{field}", field=field):
        recipe_of({"ranker": "bert-cat", **given})


def test_unknown_setting_is_named() -> None:
    with refused(BadRecipe, "unknown_setting", field="speed"):
        recipe_of({"ranker": "tk", "speed": 1})


def test_recipe_is_read_again_as_it_was_stored() -> None:
    for name, given in RECIPES.items():
        recipe = recipe_of({**given, "seed": 3})
        assert recipe_of(recipe.as_json()) == recipe, name
        assert recipe.loss in LOSSES[recipe.ranker]
