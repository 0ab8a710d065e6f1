from __future__ import annotations

import logging
from textwrap import shorten
from time import monotonic

from django.db import DatabaseError, InterfaceError
from django.db.models import F
from django.db.models.functions import Now

from evaluation.asked_comparison import question_of
from evaluation.models import ComparisonJob
from evaluation.services.compare_runs import Progress, compare_runs
from evaluation.services.offer_comparisons import held
from regrade.exceptions import RegradeError

MAX_ATTEMPTS = 3
TELLS_EVERY_S = 0.5
LOST = f"It ended {MAX_ATTEMPTS} times with its worker: ask for less, or use the command."
OTHER_RELEASE = "A worker of another release of Regrade worked it out: use the same everywhere."
MOST_TOLD = 1000
logger = logging.getLogger(__name__)


def work_out_comparison(*, job_id: int) -> None:
    """Work a comparison out and keep it, unless that is done or in somebody's hands.

    Calling it again is harmless. What goes wrong is stored for who asked; where the database is
    away, the scheduler offers the job again.
    """
    with held(job_id) as is_mine:
        job = ComparisonJob.objects.filter(pk=job_id, failed_at=None).first()
        if not is_mine or job is None:
            return
        ComparisonJob.objects.filter(pk=job_id).update(n_attempts=F("n_attempts") + 1, n_done=0)
        if job.n_attempts >= MAX_ATTEMPTS:
            return _fail(job, LOST)
        _work_out(job)


def _work_out(job: ComparisonJob) -> None:
    try:
        compared = compare_runs(question=question_of(job.asked), progress=_telling(job))
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


def _telling(job: ComparisonJob) -> Progress:
    """Writes down how many tests are done, twice a second."""
    told_at = monotonic()

    def tell(n_done: int) -> None:
        nonlocal told_at
        if monotonic() - told_at >= TELLS_EVERY_S:
            told_at = monotonic()
            ComparisonJob.objects.filter(pk=job.pk).update(n_done=n_done)

    return tell


def _fail(job: ComparisonJob, error: str) -> None:
    told = shorten(error.replace("\0", ""), MOST_TOLD, placeholder=" …")
    ComparisonJob.objects.filter(pk=job.pk).update(failed_at=Now(), error=told)
