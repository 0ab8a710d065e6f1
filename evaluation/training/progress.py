"""How far a training is, for people: its curves, its best model, and when it may end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from evaluation.models import Training, TrainingReport, TrainingValidation
from evaluation.training.steering import LOCK
from ranking.jobs.process_lock import is_free
from ranking.models import JobStatus
from regrade.training.validating import MEASURES


class BestSoFar(NamedTuple):
    """The validation that is best by nDCG@10."""

    step: int
    depth: int
    measures: dict[str, float]


class TrainingProgress(NamedTuple):
    """Progress of a training.

    Attributes:
        is_worked_on: whether a process is at it now.
        seconds_left: at the rate so far; None where nothing is known.
    """

    name: str
    status: JobStatus
    error: str
    step: int
    n_steps: int
    is_worked_on: bool
    seconds: float
    seconds_left: float | None
    best: BestSoFar | None


def training_progress(training: Training) -> TrainingProgress:
    """How far it is now."""
    training.refresh_from_db()
    is_over = training.status not in (JobStatus.RUNNING, JobStatus.PAUSED)
    rate = training.seconds / training.step if training.step and training.seconds else None
    return TrainingProgress(
        name=training.name,
        status=JobStatus(training.status),
        error=training.error,
        step=training.step,
        n_steps=training.n_steps,
        is_worked_on=not is_over and not is_free(LOCK, training.pk),
        seconds=training.seconds,
        seconds_left=None if rate is None or is_over else rate * (training.n_steps - training.step),
        best=best_of(training),
    )


def best_of(training: Training) -> BestSoFar | None:
    """The best validation so far."""
    found = training.validations.filter(is_best=True).order_by("-step").first()
    return None if found is None else BestSoFar(found.step, found.depth, in_order(found.measures))


def in_order(measures: Mapping[str, float]) -> dict[str, float]:
    """Measures as they are listed: the database keeps no order of names."""
    return {name: measures[name] for name in MEASURES if name in measures}


class Curves(NamedTuple):
    """Reports and validations in the order of their steps."""

    reports: Sequence[TrainingReport]
    validations: Sequence[TrainingValidation]


def curves_of(training: Training) -> Curves:
    """All that was stored while it trained."""
    validations = [*training.validations.all()]
    for one in validations:
        one.measures = in_order(one.measures)
    return Curves([*training.reports.all()], validations)
