"""A training is begun: all is checked, then stored, then offered to workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import transaction

from evaluation.exceptions import TrainingRefused
from evaluation.models import Training
from evaluation.training.asked import (
    AskedTraining,
    Split,
    check_labels,
    checked_recipe,
    split_topics,
)
from evaluation.training.examples import ReadTopic, hash_of, read_topics, source_of
from evaluation.training.steering import offer_training
from evaluation.training.tk_base import frozen_words
from ranking.exceptions import NameTaken
from ranking.lookup import refuse_taken, settle_rights, taking_name
from ranking.models import JobStatus, TrainedModel
from ranking.rankers.frozen_models import freeze_model
from regrade.neural.model_folder import DEFAULT_MODEL
from regrade.training.judged import NoExamples
from regrade.training.recipe import Recipe


class Planned(NamedTuple):
    """A training that can begin, with what its cost follows from.

    Attributes:
        fields: of the row to store.
        n_examples: rows an epoch has.
        n_topics: trained on, and held out.
    """

    fields: dict[str, Any]
    n_examples: int
    n_topics: tuple[int, int]


def plan_training(asked: AskedTraining) -> Planned:
    """Check a training and read its data; nothing is stored.

    Raises:
        TrainingRefused: a recipe, labels or topics that nothing can be trained by.
        NotComparable: labels of other topics or passages than the run's.
        RankingError: the model cannot be found, or is none that the ranker reads.
    """
    recipe, relevant_from = checked_recipe(asked), check_labels(asked)
    topics = read_topics(asked.run, asked.label_set, deepest(recipe))
    split = split_topics([topic.query_id for topic in topics], asked, recipe.seed)
    trained_on, held_out = apart(topics, split)
    try:
        source = source_of(trained_on, asked.run.collection, recipe, relevant_from)
    except NoExamples as error:
        raise TrainingRefused(
            f"There is nothing to train on: {error}.", code=error.code, field="label_set"
        ) from error
    compared = [topic for topic in held_out if topic.ranked.size and topic.grades]
    if held_out and not any(any(topic.grades.values()) for topic in compared):
        raise TrainingRefused(
            "No topic held out has a relevant passage: hold out more, or name others.",
            code="nothing_held_out",
            field="held_out",
        )
    fields = {
        "run": asked.run,
        "label_set": asked.label_set,
        "base": _base(asked, recipe),
        "recipe": recipe.as_json(),
        "data": {"relevant_from": relevant_from, "recipe": asked.recipe},
        "data_hash": hash_of(topics),
        "trained_on": [topic.query_id for topic in trained_on],
        "held_out": [topic.query_id for topic in held_out],
        "n_steps": recipe.steps,
    }
    return Planned(fields, len(source), (len(trained_on), len(compared)))


def start_training(*, asked: AskedTraining, offers: bool = True) -> Training:
    """Begin a training, or go on with the same one if it stopped, failed or was cancelled.

    Args:
        offers: whether to leave it to workers at once.

    Raises:
        NameTaken, NameRefused: another training or model has the name, or none can have it.
        TrainingRefused, NotComparable, RankingError: as `plan_training` says.
    """
    planned = plan_training(asked)
    with transaction.atomic():
        training = _found(asked.name, planned) or _stored(asked, planned)
        if offers:
            offer_training(training)
    return training


def _found(name: str, planned: Planned) -> Training | None:
    locked = Training.objects.seen().select_for_update(of=("self",), no_key=True)
    found = locked.filter(name=name).first()
    if found is None:
        return None
    if differing := [key for key, value in planned.fields.items() if getattr(found, key) != value]:
        raise NameTaken(
            f"There is a training named {name!r} already, of other {', '.join(differing)}; choose"
            " another name."
        )
    if found.status in (JobStatus.PAUSED, JobStatus.FAILED, JobStatus.CANCELLED):
        Training.objects.filter(pk=found.pk).update(
            status=JobStatus.RUNNING, error="", finished_at=None, n_attempts=0, is_ending=False
        )
        found.refresh_from_db()
    return found


def _stored(asked: AskedTraining, planned: Planned) -> Training:
    refuse_taken(TrainedModel, asked.name)
    with taking_name(Training, asked.name):
        training = Training.objects.create(name=asked.name, **planned.fields)
        settle_rights(training, asked.run, asked.label_set)
    training.refresh_from_db()
    return training


def _base(asked: AskedTraining, recipe: Recipe) -> dict[str, Any]:
    if recipe.ranker == "tk" and asked.model is None:
        return frozen_words(asked.vectors)
    frozen: dict[str, Any] = freeze_model(recipe.ranker, asked.model or DEFAULT_MODEL)["model"]
    return frozen


def deepest(recipe: Recipe) -> int:
    """The last rank of the run that a training reads."""
    return max(recipe.depth, *recipe.validation_depth)


def apart(topics: Sequence[ReadTopic], split: Split) -> tuple[list[ReadTopic], list[ReadTopic]]:
    """The topics trained on, and those held out."""
    held_out = {*split.held_out}
    return (
        [topic for topic in topics if topic.query_id not in held_out],
        [topic for topic in topics if topic.query_id in held_out],
    )
