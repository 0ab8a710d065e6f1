"""A training carried out by this process: what is stored, and how it ends."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from importlib.metadata import version
from math import inf
from time import monotonic
from typing import Any

from django.db import DatabaseError, InterfaceError, transaction
from django.db.models import F
from django.db.models.functions import Now

from evaluation.exceptions import TrainingFailed
from evaluation.models import Training, TrainingReport, TrainingValidation
from evaluation.training.asked import Split
from evaluation.training.examples import held_out_of, read_topics
from evaluation.training.files import DataFile, open_file
from evaluation.training.material import Material, file_material, judged_material
from evaluation.training.starting import deepest
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
from regrade.training.watching import Progress, Unwatched

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
    Training.objects.filter(pk=training.pk).update(versions=versions())
    task, material = _task_of(training, saves_every_s)
    training.folder.mkdir(parents=True, exist_ok=True)
    if training.is_ending:
        return _finish(training, task)
    outcome: Outcome = train(task, _base_of(training, task.recipe, material), watch)
    training.refresh_from_db(fields=["is_ending"])
    if outcome.is_done or training.is_ending:
        _finish(training, task)


def work_beside(*, training_id: int) -> None:
    """Take a share of each batch of a training that the first of several processes works on."""
    related = Training.objects.select_related("run__collection", "label_set")
    training = related.get(pk=training_id)
    task, material = _task_of(training, inf)
    train(task, _base_of(training, task.recipe, material), Unwatched())


def _task_of(training: Training, saves_every_s: float) -> tuple[Task, Material]:
    recipe = recipe_of(training.recipe)
    material = _material_of(training, recipe)
    run = training.run
    compared = held_out_of(material.held_out, run.collection, recipe) if run else []
    task = Task(
        recipe, material.source, compared, training.folder, checkpoint_every_s=saves_every_s
    )
    return task, material


def versions() -> dict[str, str]:
    """Versions of the code that trains and of its libraries, and the machine."""
    packages = ("torch", "transformers", "sentence-transformers", "accelerate")
    return {
        "Regrade": CODE_VERSION,
        **{name: version(name) for name in packages},
        "machine": find_compute_device().machine,
    }


def _material_of(training: Training, recipe: Recipe) -> Material:
    """The data as it was when the training was begun.

    Raises:
        TrainingFailed: it has changed since, or is gone.
    """
    run, label_set, kept = training.run, training.label_set, training.data
    topics = read_topics(run, label_set, deepest(recipe)) if run and label_set else []
    if "file" in kept:
        file = DataFile.of_json(kept["file"])
        held_out = [one for one in topics if one.query_id in {*training.held_out}]
        material, data = file_material(file.path, open_file(file), held_out), file.path
    elif run and label_set:
        split, relevant_from = Split(training.trained_on, training.held_out), kept["relevant_from"]
        material = judged_material(topics, split, run.collection, recipe, relevant_from)
        data = f"The run {run} or the label set {label_set}"
    else:
        raise TrainingFailed(f"Training {training} has no run and labels.", code="no_data")
    if material.data_hash != training.data_hash:
        raise TrainingFailed(
            f"{data} is not as it was when the training was begun: begin another one.",
            code="other_data",
        )
    return material


def _base_of(training: Training, recipe: Recipe, material: Material) -> ModelFolder:
    """The model that it begins with; a TK without one is made of its texts."""
    if training.base["name"]:
        return found_again(training.base)
    folder = training.folder / BASE
    if not folder.exists():
        make_tk(folder, material.texts(), training.base, recipe.seed)
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
