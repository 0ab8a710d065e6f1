"""Recipes of training: all numbers that a model follows from, and the recipes of two papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, get_type_hints

from regrade.exceptions import RegradeError
from regrade.kinds import Part, misfit
from regrade.variants.presets import PRESETS

Ranker = Literal["bert-cat", "bert-dot", "colbert", "tk", "mono-t5"]
Precision = Literal["float32", "bfloat16"]

# The losses of each ranker, the default first.
LOSSES: Mapping[str, Sequence[str]] = {
    "bert-cat": (
        "binary-cross-entropy",
        "cross-entropy",
        "hinge",
        "in-batch",
        "margin-mse",
        "ranknet",
        "lambda",
        "adr-mse",
    ),
    "bert-dot": ("in-batch", "hinge", "margin-mse"),
    "colbert": ("in-batch", "hinge", "margin-mse"),
    "tk": ("ranknet", "hinge", "margin-mse"),
    "mono-t5": ("cross-entropy",),
}
# Losses that take other queries' passages as negatives.
IN_BATCH = {"in-batch"}


class BadRecipe(RegradeError, ValueError):
    """A recipe that nothing can be trained by; `field` names what to change."""


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """All that a training follows from, besides its model and its examples.

    Attributes:
        ranker: that reads the trained model.
        loss: one of the ranker's in `LOSSES`.
        batch: examples of a step, whatever fits into memory at once.
        steps: of the optimizer, at most.
        learning_rate: at its highest.
        kernel_learning_rate: of TK's kernels and mixer.
        warm_up: steps in which the learning rate rises from 0.
        decays: whether it falls to 0 in a straight line until the last step.
        weight_decay: of Adam.
        negatives: with each relevant passage.
        depth: the last rank of the run that negatives come from.
        of_any_query: whether passages relevant to any training query are never negatives.
        validate_every: steps between two validations.
        patience: validations without a better one after which training ends; 0 for never.
        validation_depth: how many first-stage passages of a held-out topic are re-ranked; where
            there are more depths, the best one is found.
        max_query, max_passage: where texts are cut: words for TK, tokens for the others, which
            read both together where that is how they read; None for the model's own.
        rotates: whether each passage is turned at a word drawn again in each epoch.
        noise: the share of queries that a variant replaces.
        noise_recipe: which variant, one of the presets of `regrade.variants`.
        precision: in which a GPU computes.
        seed: of the orders and of all draws.
    """

    ranker: Ranker
    loss: str = ""
    batch: int = 32
    steps: int = 1000
    learning_rate: float = 2e-5
    kernel_learning_rate: float = 1e-3
    warm_up: int = 0
    decays: bool = True
    weight_decay: float = 0.0
    negatives: int = 1
    depth: int = 100
    of_any_query: bool = False
    validate_every: int = 100
    patience: int = 0
    validation_depth: Sequence[int] = (100,)
    max_query: int | None = None
    max_passage: int | None = None
    rotates: bool = False
    noise: float = 0.0
    noise_recipe: str = "typos-queries-swap_characters-one"
    precision: Precision = "float32"
    seed: int = 0

    @property
    def keeps_apart(self) -> bool:
        """Whether a batch may not hold rows that contradict each other."""
        return self.loss in IN_BATCH

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "validation_depth": list(self.validation_depth)}


def recipe_of(given: Mapping[str, Any]) -> Recipe:
    """A checked recipe from its stored form, or from what somebody asked for.

    Raises:
        BadRecipe: an unknown setting, ranker or loss, or a number out of its range.
    """
    known = {field.name for field in fields(Recipe)}
    if unknown := sorted(given.keys() - known):
        raise BadRecipe(
            f"there is no setting {unknown[0]}", code="unknown_setting", field=unknown[0]
        )
    hints = get_type_hints(Recipe)
    for name, value in given.items():
        if wrong := misfit(Part(value, hints[name], name)):
            raise _bad(name, f"{wrong}")
    if "ranker" not in given:
        raise _bad("ranker", f"name the ranker to train: {', '.join(LOSSES)}")
    return _checked(Recipe(**given))


def _checked(recipe: Recipe) -> Recipe:
    losses = LOSSES[recipe.ranker]
    recipe = replace(
        recipe, loss=recipe.loss or losses[0], validation_depth=tuple(recipe.validation_depth)
    )
    if recipe.loss not in losses:
        raise _bad("loss", f"{recipe.ranker} has no loss {recipe.loss}; it has {', '.join(losses)}")
    if not recipe.negatives and recipe.loss not in IN_BATCH:
        raise _bad("negatives", f"the loss {recipe.loss} needs one at least; in-batch needs none")
    if recipe.noise_recipe not in PRESETS:
        raise _bad("noise_recipe", f"there is no variant {recipe.noise_recipe} of queries")
    _check_numbers(recipe)
    return recipe


RANGES: Mapping[str, tuple[float, float]] = {
    "batch": (1, 100_000),
    "steps": (1, 10_000_000),
    "learning_rate": (1e-10, 1.0),
    "kernel_learning_rate": (1e-10, 1.0),
    "warm_up": (0, 10_000_000),
    "weight_decay": (0.0, 1.0),
    "negatives": (0, 1000),
    "depth": (1, 10_000),
    "validate_every": (1, 10_000_000),
    "patience": (0, 10_000),
    "noise": (0.0, 1.0),
}


def _check_numbers(recipe: Recipe) -> None:
    for name, (least, most) in RANGES.items():
        value = getattr(recipe, name)
        if not least <= value <= most:
            raise _bad(name, f"{name} is from {least:g} to {most:g}, not {value:g}")
    if recipe.warm_up >= recipe.steps:
        raise _bad("warm_up", f"a warm-up of {recipe.warm_up} steps fills all {recipe.steps}")
    depths = recipe.validation_depth
    if not depths or min(depths) < 1:
        raise _bad("validation_depth", "a held-out topic is re-ranked to rank 1 at least")


def _bad(field: str, sentence: str) -> BadRecipe:
    return BadRecipe(sentence, code=f"bad_{field}", field=field)


# As the papers write them: Hofstätter et al., Mitigating the Position Bias of Transformer Models
# in Passage Re-Ranking, ECIR 2021; and the study of typos, whose models share their schedule.
_POSITION_BIAS = {"loss": "hinge", "batch": 32, "decays": False, "patience": 5}
_TYPOS = {
    "batch": 24,
    "learning_rate": 3e-7,
    "warm_up": 20_000,
    "steps": 200_000,
    "weight_decay": 0.01,
    "of_any_query": True,
    "validate_every": 1000,
}
RECIPES: Mapping[str, Mapping[str, Any]] = {
    "position-bias-bert-cat": {"ranker": "bert-cat", "learning_rate": 7e-6, **_POSITION_BIAS},
    "position-bias-bert-dot": {"ranker": "bert-dot", "learning_rate": 7e-6, **_POSITION_BIAS},
    "position-bias-tk": {"ranker": "tk", "learning_rate": 1e-4, **_POSITION_BIAS},
    "typos-bert-cat": {"ranker": "bert-cat", "loss": "cross-entropy", **_TYPOS},
    "typos-bert-dot": {"ranker": "bert-dot", "loss": "in-batch", **_TYPOS, "batch": 22},
    "typos-colbert": {"ranker": "colbert", "loss": "in-batch", **_TYPOS},
}
