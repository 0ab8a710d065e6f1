"""Recipes of training: all numbers that a model follows from, and the recipes of two papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from math import inf
from typing import Annotated, Any, Literal, NamedTuple, get_type_hints

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


def span(least: float, most: float) -> Mapping[str, float]:
    """The range of a number, as serializers take it."""
    return {"min_value": least, "max_value": most}


class BadRecipe(RegradeError, ValueError):
    """A recipe that nothing can be trained by; `field` names what to change."""


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """All that a training follows from, besides its model and its examples.

    What stands with a field's type is its range and what it means.
    """

    ranker: Annotated[Ranker, "The ranker that reads the trained model."]
    loss: Annotated[str, "One of the ranker's losses; by default its first."] = ""
    batch: Annotated[int, span(1, 100_000), "Examples of a step."] = 32
    steps: Annotated[int, span(1, 10_000_000), "Steps of the optimizer, at most."] = 1000
    learning_rate: Annotated[float, span(1e-10, 1.0), "The learning rate at its highest."] = 2e-5
    kernel_learning_rate: Annotated[
        float, span(1e-10, 1.0), "The learning rate of TK's kernels."
    ] = 1e-3
    warm_up: Annotated[
        int, span(0, 10_000_000), "Steps in which the learning rate rises from 0."
    ] = 0
    decays: Annotated[
        bool, "Whether the learning rate falls to 0 in a straight line until the last step."
    ] = True
    weight_decay: Annotated[float, span(0.0, 1.0), "Weight decay of Adam."] = 0.0
    negatives: Annotated[int, span(0, 1000), "Negatives with each relevant passage."] = 1
    depth: Annotated[int, span(1, 10_000), "Last rank of the run that negatives come from."] = 100
    of_any_query: Annotated[
        bool, "Whether passages relevant to any training query are never negatives."
    ] = False
    validate_every: Annotated[
        int, span(1, 10_000_000), "Steps from one validation to the next."
    ] = 100
    patience: Annotated[
        int, span(0, 10_000), "Validations without a better one that end training; 0: none do."
    ] = 0
    validation_depth: Annotated[
        Sequence[int],
        "How many passages of a held-out topic are re-ranked; of several depths, the best counts.",
    ] = (100,)
    max_query: Annotated[
        int | None, span(1, 10_000), "Words of TK's queries, or tokens of ColBERT's, at most."
    ] = None
    max_passage: Annotated[
        int | None, span(1, 10_000), "Words of TK's passages, or tokens the others read, at most."
    ] = None
    rotates: Annotated[
        bool, "Whether each passage is turned at a word that is drawn again in each epoch."
    ] = False
    noise: Annotated[float, span(0.0, 1.0), "Share of queries that a variant replaces."] = 0.0
    noise_recipe: Annotated[str, "The variant of noisy queries."] = (
        "typos-queries-swap_characters-one"
    )
    precision: Annotated[Precision, "In which a GPU computes."] = "float32"
    seed: Annotated[int, span(0, 2**63 - 1), "Seed of the orders and of all draws."] = 0

    @property
    def keeps_apart(self) -> bool:
        """Whether a batch may not hold rows that contradict each other."""
        return self.loss in IN_BATCH

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "validation_depth": list(self.validation_depth)}


class About(NamedTuple):
    """Meaning and range of a setting, for forms and for help.

    Attributes:
        meaning: a sentence.
        span: the least and the highest number; infinite where none is given.
    """

    meaning: str
    span: tuple[float, float]


def _about(hint: Any) -> About:
    *limits, meaning = hint.__metadata__
    given = limits[0] if limits else {}
    return About(meaning, (given.get("min_value", -inf), given.get("max_value", inf)))


ABOUT: Mapping[str, About] = {
    name: _about(hint) for name, hint in get_type_hints(Recipe, include_extras=True).items()
}


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


def _check_numbers(recipe: Recipe) -> None:
    for name, about in ABOUT.items():
        value, (least, most) = getattr(recipe, name), about.span
        if isinstance(value, int | float) and not least <= value <= most:
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
# The first gives no number of steps and none of its early stopping: those are ours.
_POSITION_BIAS = {
    "loss": "hinge",
    "batch": 32,
    "decays": False,
    "steps": 200_000,
    "validate_every": 1000,
    "patience": 5,
    "validation_depth": (10, 20, 50, 100),
}
_TYPOS = {
    "batch": 24,
    "learning_rate": 3e-7,
    "warm_up": 20_000,
    "steps": 200_000,
    "weight_decay": 0.01,
    "depth": 1000,
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
