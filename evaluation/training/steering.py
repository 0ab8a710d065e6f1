"""A training is stopped, resumed, ended early or cancelled; and offered to workers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now

from evaluation.exceptions import TrainingNotSteered
from evaluation.models import Training
from ranking.jobs.broker import offer
from ranking.jobs.process_lock import is_free
from ranking.models import JobStatus
from ranking.models.job import OPEN

TASK, QUEUE, LOCK = "evaluation.tasks.work_on_training", "rank.gpu", "training"
OFFERED_FOR = timedelta(seconds=30)
EXPIRES_S = 60  # of an offer made again, so that they do not pile up


def offer_training(training: Training) -> None:
    """Have a worker go on with a training, once the transaction commits."""
    Training.objects.filter(pk=training.pk).update(offered_at=Now())
    offer(TASK, [training.pk], queue=QUEUE)


def offer_waiting_trainings() -> int:
    """Offer trainings again whose offer or worker may have been lost; returns how many.

    One that was never left to workers is its caller's to go on with.
    """
    waiting = Training.objects.filter(
        status=JobStatus.RUNNING, offered_at__lt=Now() - OFFERED_FOR
    ).values_list("pk", flat=True)
    free = [key for key in waiting if is_free(LOCK, key)]
    Training.objects.filter(pk__in=free).update(offered_at=Now())
    offer(TASK, free, queue=QUEUE, expires=EXPIRES_S)
    return len(free)


def pause_training(*, training: Training) -> Training:
    """Save and stop; a training that is paused already stays so.

    Raises:
        TrainingNotSteered: it is over.
    """
    return _steer(training, OPEN, "paused", status=JobStatus.PAUSED)


def resume_training(*, training: Training) -> Training:
    """Go on from the last checkpoint.

    Raises:
        TrainingNotSteered: it is done.
    """
    unfinished = (*OPEN, JobStatus.FAILED, JobStatus.CANCELLED)
    resumed = _steer(
        training,
        unfinished,
        "resumed",
        status=JobStatus.RUNNING,
        error="",
        finished_at=None,
        n_attempts=0,
    )
    offer_training(resumed)
    return resumed


def end_training(*, training: Training) -> Training:
    """Have it end with the best model so far, as if all steps were taken.

    Raises:
        TrainingNotSteered: it is over, or has no model yet that was compared with others.
    """

    def refuse_without(locked: Training) -> None:
        if not locked.validations.exists():
            raise TrainingNotSteered(
                f"Training {locked} has no model yet: wait for its first validation, or cancel it.",
                code="no_model_yet",
            )

    ended = _steer(
        training, OPEN, "ended", refuse_without, is_ending=True, status=JobStatus.RUNNING
    )
    offer_training(ended)
    return ended


def cancel_training(*, training: Training) -> Training:
    """End it without a model; its last checkpoint stays, so that it can be resumed.

    Raises:
        TrainingNotSteered: it is done.
    """
    may_end = (*OPEN, JobStatus.CANCELLED)
    return _steer(training, may_end, "cancelled", status=JobStatus.CANCELLED, finished_at=Now())


@transaction.atomic
def _steer(
    training: Training,
    among: tuple[JobStatus, ...],
    word: str,
    check: Callable[[Training], None] = lambda _: None,
    **changes: object,
) -> Training:
    locked = Training.objects.select_for_update(no_key=True, of=("self",)).get(pk=training.pk)
    if locked.status not in among:
        raise TrainingNotSteered(
            f"Training {locked} is {locked.status} and cannot be {word}.", code="not_steered"
        )
    check(locked)
    if locked.status != changes["status"] or word == "ended":
        Training.objects.filter(pk=locked.pk).update(**changes)
        locked.refresh_from_db()
    return locked


STEERS = {
    "pause": pause_training,
    "resume": resume_training,
    "end": end_training,
    "cancel": cancel_training,
}
