"""A training carried out by this process: what is stored, and how it ends."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from importlib.metadata import version
from time import monotonic
from typing import Any

from django.db import DatabaseError, InterfaceError, transaction
from django.db.models import F
from django.db.models.functions import Now

from evaluation.exceptions import TrainingFailed
from evaluation.models import Training, TrainingReport, TrainingValidation
from evaluation.training.asked import Split
from evaluation.training.examples import ReadTopic, hash_of, held_out_of, read_topics, source_of
from evaluation.training.starting import apart, deepest
from evaluation.training.steering import LOCK
from evaluation.training.tk_base import make_tk
from ranking.jobs.messages import storable
from ranking.jobs.process_lock import process_lock
from ranking.models import JobStatus, TrainedModel
from ranking.rankers.frozen_models import found_again
from regrade.code_version import code_version
from regrade.exceptions import RegradeError
from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import find_compute_device
from regrade.training.recipe import Recipe, recipe_of
from regrade.training.task import Outcome, Task
from regrade.training.train import train
from regrade.training.validating import Validation
from regrade.training.watching import Progress

MAX_ATTEMPTS = 3
LOST = f"It ended {MAX_ATTEMPTS} times with its worker before it could save."
ASKS_EVERY_S = 1.0
PASSING = (DatabaseError, InterfaceError)  # the next process may go on
BASE = "base"
CODE_VERSION = code_version("regrade/training", "regrade/neural", "evaluation/training")
Tell = Callable[[], object]
logger = logging.getLogger(__name__)


def work_on_training(
    *, training_id: int, saves_every_s: float = 300.0, progress: Tell = lambda: None
) -> None:
    """Train until it is done, paused or cancelled, unless another process is at it.

    Calling it again is harmless: it goes on from the last checkpoint. What goes wrong is stored
    for who asked; where the database is away, the scheduler offers the training again.
    """
    with process_lock(LOCK, training_id) as is_mine:
        running = Training.objects.filter(pk=training_id, status=JobStatus.RUNNING)
        training = running.select_related("run__collection", "label_set").first()
        if not is_mine or training is None:
            return
        if training.n_attempts >= MAX_ATTEMPTS:
            return _fail(training, LOST)
        running.update(n_attempts=F("n_attempts") + 1)
        try:
            _work(training, saves_every_s, StoringWatch(training, progress))
        except PASSING:
            logger.exception("training %s is left for later", training)
        except (RegradeError, ValueError, OSError) as error:
            logger.warning("training %s failed: %s", training, error)
            _fail(training, str(error))
        except Exception as error:
            logger.exception("training %s failed", training)
            _fail(training, f"{type(error).__name__}: {error}")


class StoringWatch:
    """Stores reports, and stops when the training is no longer to go on."""

    def __init__(self, training: Training, progress: Tell) -> None:
        self._training, self._progress = training, progress
        self._counted_at = self._asked_at = monotonic()

    def reports(self, progress: Progress) -> None:
        """A step that was taken again after a kill is reported again, as it was."""
        TrainingReport.objects.update_or_create(
            training=self._training,
            step=progress.step,
            defaults=progress._asdict() | {"step": progress.step},
        )
        Training.objects.filter(pk=self._training.pk).update(step=progress.step)
        self._progress()

    def validated(self, validation: Validation, *, is_best: bool) -> None:
        TrainingValidation.objects.update_or_create(
            training=self._training,
            step=validation.step,
            defaults={
                "depth": validation.depth,
                "measures": dict(validation.measures),
                "is_best": is_best,
            },
        )

    def saved(self, step: int) -> None:
        before, self._counted_at = self._counted_at, monotonic()
        Training.objects.filter(pk=self._training.pk).update(
            step=step, n_attempts=1, seconds=F("seconds") + self._counted_at - before
        )

    def stops(self) -> bool:
        if monotonic() - self._asked_at < ASKS_EVERY_S:
            return False
        self._asked_at = monotonic()
        return not Training.objects.filter(
            pk=self._training.pk, status=JobStatus.RUNNING, is_ending=False
        ).exists()


def _work(training: Training, saves_every_s: float, watch: StoringWatch) -> None:
    recipe = recipe_of(training.recipe)
    Training.objects.filter(pk=training.pk).update(versions=versions())
    trained_on, held_out = _topics_of(training, recipe)
    collection = training.run.collection  # type: ignore[union-attr]
    source = source_of(trained_on, collection, recipe, training.data["relevant_from"])
    compared = held_out_of(held_out, collection, recipe)
    task = Task(recipe, source, compared, training.folder, checkpoint_every_s=saves_every_s)
    training.folder.mkdir(parents=True, exist_ok=True)
    if training.is_ending:
        return _finish(training, task)
    outcome: Outcome = train(task, _base_of(training, recipe, trained_on), watch)
    training.refresh_from_db(fields=["is_ending"])
    if outcome.is_done or training.is_ending:
        _finish(training, task)


def versions() -> dict[str, str]:
    """Versions of the code that trains and of its libraries, and the machine."""
    packages = ("torch", "transformers", "sentence-transformers", "accelerate")
    return {
        "Regrade": CODE_VERSION,
        **{name: version(name) for name in packages},
        "machine": find_compute_device().machine,
    }


def _topics_of(training: Training, recipe: Recipe) -> tuple[list[ReadTopic], list[ReadTopic]]:
    if training.run is None or training.label_set is None:
        raise TrainingFailed(f"Training {training} has no run and labels.", code="no_data")
    topics = read_topics(training.run, training.label_set, deepest(recipe))
    if hash_of(topics) != training.data_hash:
        raise TrainingFailed(
            f"The run {training.run} or the labels {training.label_set} are others than when the"
            " training was begun: begin another one.",
            code="other_data",
        )
    return apart(topics, Split(training.trained_on, training.held_out))


def _base_of(training: Training, recipe: Recipe, topics: list[ReadTopic]) -> ModelFolder:
    """The model that it begins with; a TK without one is made of its texts."""
    if training.base["name"]:
        return found_again(training.base)
    folder = training.folder / BASE
    if not folder.exists():
        collection = training.run.collection  # type: ignore[union-attr]
        make_tk(folder, topics, collection, training.base, recipe.seed)
    return ModelFolder(training.name, folder, "")


def _finish(training: Training, task: Task) -> None:
    """Give the best model its name, and remove the checkpoints."""
    with transaction.atomic():
        locked = Training.objects.select_for_update(of=("self",)).get(pk=training.pk)
        if locked.status != JobStatus.RUNNING:
            return
        rights = {"owner_id": locked.owner_id, "visibility": locked.visibility}
        frozen = ModelFolder(training.name, task.best, "").frozen()
        model = TrainedModel.objects.create(
            name=training.name, ranker=task.recipe.ranker, frozen=frozen, **rights
        )
        model.folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(model.folder, ignore_errors=True)
        shutil.copytree(task.best, model.folder)
        Training.objects.filter(pk=training.pk).update(
            status=JobStatus.DONE, model=model, finished_at=Now()
        )
    shutil.rmtree(training.folder, ignore_errors=True)


def _fail(training: Training, error: str) -> None:
    running = Training.objects.filter(pk=training.pk, status=JobStatus.RUNNING)
    changes: dict[str, Any] = {"status": JobStatus.FAILED, "finished_at": Now()}
    running.update(error=storable(error), **changes)
