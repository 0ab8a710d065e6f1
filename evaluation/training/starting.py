"""A training is begun: all is checked, then stored, then offered to workers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from evaluation.exceptions import TrainingRefused
from evaluation.models import Training
from evaluation.training.asked import (
    AskedTraining,
    check_labels,
    checked_recipe,
    held_out_of_file,
    split_topics,
)
from evaluation.training.examples import ReadTopic, read_topics
from evaluation.training.files import DataFile, open_file
from evaluation.training.material import Material, file_material, judged_material
from evaluation.training.overlap import refuse_overlap
from evaluation.training.steering import offer_training
from evaluation.training.tk_base import frozen_words
from ranking.exceptions import NameTaken
from ranking.lookup import refuse_taken, settle_rights, taking_name
from ranking.models import JobStatus, TrainedModel
from ranking.models.owned import Owned
from ranking.rankers.frozen_models import freeze_model
from regrade.neural.model_folder import DEFAULT_MODEL
from regrade.training.judged import NoExamples
from regrade.training.queries import hashes_of
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
        BadInput: a file that cannot be read.
        RankingError: the model cannot be found, or is none that the ranker reads.
    """
    recipe, relevant_from = checked_recipe(asked), check_labels(asked)
    topics = _topics(asked, recipe)
    if asked.file is None:
        data: dict[str, Any] = {}
        material = _judged(asked, topics, recipe, relevant_from)
    else:
        data = {"file": asked.file.as_json()}
        material, recipe = _of_file(asked, asked.file, topics, recipe)
    n_compared = _n_compared(material.held_out)
    hashes = hashes_of(material.queries())
    names = [topic.query_id for topic in material.held_out]
    queries = [topic.query for topic in material.held_out]
    overlap = refuse_overlap(names, queries, hashes, allows=asked.allows_overlap)
    fields = {
        "run": asked.run,
        "label_set": asked.label_set,
        "base": _base(asked, recipe),
        "recipe": recipe.as_json(),
        "data": {"relevant_from": relevant_from, "recipe": asked.recipe, **data, **overlap},
        "data_hash": material.data_hash,
        "trained_on": [*material.trained_on],
        "held_out": names,
        "query_hashes": hashes.tolist(),
        "n_steps": recipe.steps,
    }
    return Planned(fields, len(material.source), (len(material.trained_on), n_compared))


def _n_compared(held_out: Sequence[ReadTopic]) -> int:
    """Topics held out that a model can be compared on."""
    compared = [topic for topic in held_out if topic.ranked.size and topic.grades]
    if held_out and not any(any(topic.grades.values()) for topic in compared):
        raise TrainingRefused(
            "No topic held out has a relevant passage: hold out more, or name others.",
            code="nothing_held_out",
            field="held_out",
        )
    return len(compared)


def _topics(asked: AskedTraining, recipe: Recipe) -> list[ReadTopic]:
    if asked.run is None or asked.label_set is None:
        return []
    return read_topics(asked.run, asked.label_set, deepest(recipe))


def _judged(
    asked: AskedTraining, topics: Sequence[ReadTopic], recipe: Recipe, relevant_from: int | None
) -> Material:
    run = asked.run
    if run is None or relevant_from is None:
        raise TrainingRefused("Name the run and the labels to train on.", code="no_data")
    split = split_topics({one.query_id: one.query for one in topics}, asked, recipe.seed)
    try:
        return judged_material(topics, split, run.collection, recipe, relevant_from)
    except NoExamples as error:
        raise TrainingRefused(
            f"There is nothing to train on: {error}.", code=error.code, field="label_set"
        ) from error


def _of_file(
    asked: AskedTraining, file: DataFile, topics: Sequence[ReadTopic], recipe: Recipe
) -> tuple[Material, Recipe]:
    """The file's material, and the recipe with its number of negatives."""
    opened = open_file(file)
    n = opened.source.n_negatives
    if recipe.negatives != n:
        if "negatives" in asked.settings:
            raise TrainingRefused(
                f"Each row of {file.path} has {n} passages without relevance, and"
                f" {recipe.negatives} are asked for.",
                code="other_number",
                field="negatives",
            )
        changed = asked._replace(settings={**asked.settings, "negatives": n})
        recipe = checked_recipe(changed)
    named = {*held_out_of_file([one.query_id for one in topics], asked, recipe.seed)}
    held_out = [topic for topic in topics if topic.query_id in named]
    return file_material(file.path, opened, held_out), recipe


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
    # Hashes of queries follow from the data, and trainings of earlier versions have none.
    asked = {key: value for key, value in planned.fields.items() if key != "query_hashes"}
    if differing := [key for key, value in asked.items() if getattr(found, key) != value]:
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
        settle_rights(training, *_rests_on(asked))
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


def _rests_on(asked: AskedTraining) -> Iterator[Owned]:
    """Its data that is held here, whose rights it takes."""
    file = asked.file
    held = [asked.run, asked.label_set, *([file.collection, file.topic_set] if file else [])]
    return (one for one in held if one is not None)
