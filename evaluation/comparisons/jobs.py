from __future__ import annotations

import logging
from datetime import timedelta
from time import monotonic

from django.db import DatabaseError, InterfaceError
from django.db.models import F
from django.db.models.functions import Now

from evaluation.comparisons.comparing import Progress, compare_runs
from evaluation.comparisons.questions import question_of
from evaluation.models import ComparisonJob
from ranking.jobs.broker import offer
from ranking.jobs.messages import storable
from ranking.jobs.process_lock import is_free, process_lock
from regrade.exceptions import RegradeError

TASK = "evaluation.tasks.work_out_comparison"
QUEUE = "rank.cpu"
OFFERED_FOR = timedelta(seconds=30)
EXPIRES_S = 60  # of an offer made again, so that they do not pile up
LOCK = "comparison job"
MAX_ATTEMPTS = 3
TELLS_EVERY_S = 0.5
LOST = f"It ended {MAX_ATTEMPTS} times with its worker: ask for less, or use the command."
OTHER_RELEASE = "A worker of another release of Regrade worked it out: use the same everywhere."
logger = logging.getLogger(__name__)


def offer_comparison(job_id: int) -> None:
    """Put a job in the workers' queue once it is stored."""
    offer(TASK, [job_id], queue=QUEUE)


def offer_waiting_comparisons() -> int:
    """Offer jobs again whose offer or worker may have been lost; returns how many."""
    waiting = ComparisonJob.objects.filter(failed_at=None, offered_at__lt=Now() - OFFERED_FOR)
    free = [job_id for job_id in waiting.values_list("pk", flat=True) if is_free(LOCK, job_id)]
    ComparisonJob.objects.filter(pk__in=free).update(offered_at=Now())
    offer(TASK, free, queue=QUEUE, expires=EXPIRES_S)
    return len(free)


def work_out_comparison(*, job_id: int) -> None:
    """Compute and store a comparison, unless that is done or another process does it.

    Calling it again is harmless. What goes wrong is stored for who asked; where the database is
    away, the scheduler offers the job again.
    """
    with process_lock(LOCK, job_id) as is_mine:
        job = ComparisonJob.objects.filter(pk=job_id, failed_at=None).first()
        if not is_mine or job is None:
            return
        ComparisonJob.objects.filter(pk=job_id).update(n_attempts=F("n_attempts") + 1, n_done=0)
        if job.n_attempts >= MAX_ATTEMPTS:
            return _fail(job, LOST)
        _work_out(job)


def _work_out(job: ComparisonJob) -> None:
    try:
        compared = compare_runs(question=question_of(job.asked), progress=_progress_writer(job))
    except RegradeError as error:
        return _fail(job, str(error))
    except (DatabaseError, InterfaceError):
        logger.exception("comparison job %s is left for later", job.pk)
        return
    except Exception as error:
        logger.exception("comparison job %s failed", job.pk)
        return _fail(job, f"{type(error).__name__}: {error}")
    if compared.content_hash != job.content_hash:
        return _fail(job, OTHER_RELEASE)
    job.delete()


def _progress_writer(job: ComparisonJob) -> Progress:
    """Writes down how many tests are done, twice a second."""
    reported_at = monotonic()

    def write(n_done: int) -> None:
        nonlocal reported_at
        if monotonic() - reported_at >= TELLS_EVERY_S:
            reported_at = monotonic()
            ComparisonJob.objects.filter(pk=job.pk).update(n_done=n_done)

    return write


def _fail(job: ComparisonJob, error: str) -> None:
    ComparisonJob.objects.filter(pk=job.pk).update(failed_at=Now(), error=storable(error))
