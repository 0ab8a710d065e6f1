"""A comparison is asked for: compared at once, or by a worker."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from datetime import timedelta
from time import monotonic
from typing import Any

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, InterfaceError, transaction
from django.db.models import F
from django.db.models.functions import Now

from evaluation.comparisons.freezing import (
    Prepared,
    Progress,
    compare_prepared,
    compare_runs,
    prepare,
    read_frozen,
    steps_of,
)
from evaluation.comparisons.options import MOST_AT_ONCE, MOST_OF_A_JOB, refuse_more
from evaluation.comparisons.question import Question, question_of
from evaluation.comparisons.results import ComparedRuns
from evaluation.exceptions import ComparisonUnknown, TooMuchAsked
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
MOST_AT_A_TIME = 8  # that one person may have under way
FAILED_FOR = timedelta(minutes=5)
NOT_THERE = (
    "This comparison is not there: nobody has asked for it since runs, labels or Regrade changed."
    " Load the page again; a program sends the question to /api/comparison by POST first."
)
# So that jobs of an earlier release are found.
NOT_ASKED_BEFORE = [("single_precision", False), ("family", "table"), ("trained_topics", "refuse")]


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


def ask_comparison(
    *, question: Question, asked: Mapping[str, Any], asked_by: User
) -> ComparedRuns | ComparisonJob:
    """Compare runs, or let a worker do so if it would take longer than a request may.

    Later calls return the worker's progress, and finally the answer, which is stored. Concurrent
    equal requests share one job.

    Args:
        asked: the request's fields, of which the question was made.

    Raises:
        TooMuchAsked: more work than a worker is given, or than one person may have under way.
        EvaluationError: as `compare_runs` says.
    """
    stored = stored_fields(asked)
    _forget_failed()
    job = ComparisonJob.objects.filter(asked=stored).first()
    if job and job.failed_at is None:
        return job  # a page asks every second: it need not be prepared again
    prepared = prepare(question)
    if job and not _is_outdated(job, prepared):
        return job
    n_steps = steps_of(prepared)
    if n_steps <= MOST_AT_ONCE or prepared.frozen is not None:
        return compare_prepared(prepared)
    refuse_more(n_steps, MOST_OF_A_JOB)
    return _job(prepared, stored, asked_by)


def find_comparison(
    *, question: Question, asked: Mapping[str, Any]
) -> ComparedRuns | ComparisonJob:
    """The frozen comparison, or a worker's progress on it. Nothing is written.

    Raises:
        ComparisonUnknown: it was not asked for yet.
        EvaluationError: as `prepare` says.
    """
    jobs = ComparisonJob.objects.exclude(failed_at__lt=Now() - FAILED_FOR)
    if job := jobs.filter(asked=stored_fields(asked), failed_at=None).first():
        return job
    prepared = prepare(question, keeps=False)
    job = jobs.filter(content_hash=prepared.content_hash).first()
    found = job or read_frozen(prepared)
    if found is None:
        raise ComparisonUnknown(NOT_THERE)
    return found


def stored_fields(asked: Mapping[str, Any]) -> Any:
    """A request's fields as a job keeps them: those that are newer than a job only where asked."""
    newer = {name: value for name, value in asked.items() if (name, value) not in NOT_ASKED_BEFORE}
    return json.loads(json.dumps(newer, cls=DjangoJSONEncoder))


def _forget_failed() -> None:
    """They may be asked for again."""
    ComparisonJob.objects.filter(failed_at__lt=Now() - FAILED_FOR).delete()


def _is_outdated(job: ComparisonJob, prepared: Prepared) -> bool:
    """Whether what was asked about has changed since: the job goes then.

    Only who asks can tell: to a worker of another release all that is asked has other hashes.
    """
    if job.content_hash == prepared.content_hash:
        return False
    job.delete()
    return True


@transaction.atomic
def _job(prepared: Prepared, asked: dict[str, Any], asked_by: User) -> ComparisonJob:
    if job := ComparisonJob.objects.filter(content_hash=prepared.content_hash).first():
        return job
    _refuse_many(asked_by)
    job, is_new = ComparisonJob.objects.get_or_create(
        content_hash=prepared.content_hash,
        defaults={
            "asked": asked,
            "asked_by": asked_by,
            "n_tests": prepared.n_tests,
        },
    )
    if is_new:
        offer_comparison(job.pk)
    return job


def _refuse_many(asked_by: User) -> None:
    """Those of one person come one after the other, however many ask at once."""
    User.objects.select_for_update(no_key=True).get(pk=asked_by.pk)
    n = ComparisonJob.objects.filter(asked_by=asked_by, failed_at=None).count()
    if n >= MOST_AT_A_TIME:
        raise TooMuchAsked(
            f"Workers have {n} comparisons of yours under way: ask again when some are done.",
            code="too_many_under_way",
        )
