"""A training as it is asked for, checked before anything is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from annotation.models import LabelSet
from evaluation.exceptions import TrainingRefused
from evaluation.scores.judged_runs import check_comparable
from evaluation.training.files import DataFile
from ranking.models import Run
from regrade.serving.draws import share
from regrade.training.queries import plain
from regrade.training.recipe import RECIPES, BadRecipe, Recipe, recipe_of

PART_HELD_OUT = 0.2
MOST_DRAWN = 200  # topics: models are compared again and again


class AskedTraining(NamedTuple):
    """A training: run, labels, ranker and settings.

    Attributes:
        name: of the training, and of its model.
        run: whose passages are negatives, and what held-out topics are re-ranked from.
        label_set: whose passages of `relevant_from` and above are relevant.
        file: to train on instead; run and labels, if there are any, give topics held out.
        model: that training begins with: a folder, a hub's name, or one that was trained here; for
            TK without one its words are those of the topics and passages trained on.
        vectors: a file of word vectors for such a TK; "" to draw them.
        recipe: one of `RECIPES`, or "" for none.
        settings: of the recipe that differ.
        relevant_from: a grade; None for the label set's own.
        held_out: the share of topics that models are compared by, drawn by the recipe's seed; 200
            at most. All topics are beside a file.
        held_out_topics: these topics instead, by query id.
        allows_overlap: whether topics held out may have queries of the file.
    """

    name: str
    run: Run | None
    label_set: LabelSet | None
    model: str | None = None
    vectors: str = ""
    recipe: str = ""
    settings: Mapping[str, Any] = {}
    relevant_from: int | None = None
    held_out: float = PART_HELD_OUT
    held_out_topics: Sequence[str] = ()
    file: DataFile | None = None
    allows_overlap: bool = False


def checked_recipe(asked: AskedTraining) -> Recipe:
    """The recipe with all its settings.

    Raises:
        TrainingRefused: there is no such recipe, or a setting is out of its range.
    """
    if asked.recipe and asked.recipe not in RECIPES:
        raise TrainingRefused(
            f"There is no recipe {asked.recipe!r}; there is {', '.join(RECIPES)}.",
            code="unknown_recipe",
            field="recipe",
        )
    try:
        return recipe_of({**RECIPES.get(asked.recipe, {}), **asked.settings})
    except BadRecipe as error:
        raise TrainingRefused(
            f"The recipe is refused: {error}.", code=error.code, field=error.field
        ) from error


def check_labels(asked: AskedTraining) -> int | None:
    """The least grade that is relevant; None without labels.

    Raises:
        TrainingRefused: a grade that none of them has.
        NotComparable: labels of other topics or passages than the run's.
    """
    if asked.run is None or asked.label_set is None:
        return None
    check_comparable([asked.run], [asked.label_set])
    least, scale = asked.relevant_from, asked.label_set.scale
    if least is None:
        return asked.label_set.min_relevance
    if not 1 <= least <= max(scale, default=0):
        raise TrainingRefused(
            f"Relevant from grade {least}: the labels of {asked.label_set} go up to"
            f" {max(scale, default=0)}, and 0 is never relevant.",
            code="out_of_range",
            field="relevant_from",
        )
    return least


class Split(NamedTuple):
    """Query ids of topics that are trained on, and of those held out, in the run's order."""

    trained_on: Sequence[str]
    held_out: Sequence[str]


def split_topics(queries: Mapping[str, str], asked: AskedTraining, seed: int) -> Split:
    """Keep topics apart: those named, or a share drawn by the seed.

    Topics with the query of one that is held out are held out, too.

    Args:
        queries: by query id, in the run's order.

    Raises:
        TrainingRefused: a topic named that is not judged, or nothing left to train on.
    """
    if not 0 <= asked.held_out < 1:
        raise TrainingRefused(
            f"The share held out lies from 0 to below 1, not at {asked.held_out}.",
            code="out_of_range",
            field="held_out",
        )
    named = {*_named([*queries], asked)} or {*_drawn([*queries], asked.held_out, seed)}
    texts = {plain(queries[one]) for one in named}
    held_out = [one for one, query in queries.items() if plain(query) in texts]
    split = Split([one for one in queries if one not in {*held_out}], held_out)
    if not split.trained_on:
        raise TrainingRefused(
            "No topic is left to train on: hold fewer out (those with the same query go together),"
            " or take labels of more topics.",
            code="nothing_to_train_on",
            field="held_out",
        )
    return split


def held_out_of_file(query_ids: Sequence[str], asked: AskedTraining, seed: int) -> Sequence[str]:
    """Topics held out beside a file: those named, or as many as may be, drawn by the seed.

    Raises:
        TrainingRefused: a topic named that is not judged.
    """
    return _named(query_ids, asked) or _drawn(query_ids, 1.0, seed)


def _named(query_ids: Sequence[str], asked: AskedTraining) -> Sequence[str]:
    if unknown := [one for one in asked.held_out_topics if one not in query_ids]:
        raise TrainingRefused(
            f"Topic {unknown[0]!r} cannot be held out: {asked.label_set} and {asked.run} do not"
            " both have it.",
            code="unknown_topic",
            field="held_out_topics",
        )
    return asked.held_out_topics


def _drawn(query_ids: Sequence[str], part: float, seed: int) -> Sequence[str]:
    """That share of the topics, at most 200; which depends on each id and the seed alone."""
    ordered = sorted(query_ids, key=lambda one: (share("held out", seed, one), one))
    return ordered[: min(round(part * len(ordered)), MOST_DRAWN)]
