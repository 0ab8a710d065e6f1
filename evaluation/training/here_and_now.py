"""A training carried out in this process, or followed while workers carry it out."""

from __future__ import annotations

from collections.abc import Callable
from time import sleep

from evaluation.exceptions import TrainingFailed
from evaluation.models import Training
from evaluation.training.progress import TrainingProgress, training_progress
from evaluation.training.working import work_on_training
from ranking.models import JobStatus

POLL_S = 1.0
Tell = Callable[[TrainingProgress], object]


def train_now(*, training: Training, progress: Tell = lambda _: None) -> Training:
    """Train in this process, or wait for the one that does.

    Raises:
        TrainingFailed: it failed, or was paused or cancelled meanwhile.
    """

    def tell() -> None:
        progress(training_progress(training))

    while training_progress(training).status == JobStatus.RUNNING:
        work_on_training(training_id=training.pk, progress=tell)
        tell()
        if training.status == JobStatus.RUNNING:
            sleep(POLL_S)
    return _ended(training)


def follow_training(*, training: Training, progress: Tell = lambda _: None) -> Training:
    """Wait until workers have trained it.

    Raises:
        TrainingFailed: it failed, or was paused or cancelled.
    """
    while (state := training_progress(training)).status == JobStatus.RUNNING:
        progress(state)
        sleep(POLL_S)
    return _ended(training)


def _ended(training: Training) -> Training:
    if training.status != JobStatus.DONE:
        because = f": {training.error}" if training.error else "."
        raise TrainingFailed(
            f"Training {training} is {training.status}{because}", code="training_ended"
        )
    return training
