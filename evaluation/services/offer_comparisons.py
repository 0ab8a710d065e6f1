from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import connection
from django.db.models.functions import Now

from evaluation.models import ComparisonJob
from ranking.services.broker import offer

TASK = "evaluation.tasks.work_out_comparison"
QUEUE = "rank.cpu"
OFFERED_FOR = timedelta(seconds=30)
EXPIRES_S = 60  # of an offer made again, so that they do not pile up
TAKE = "SELECT pg_try_advisory_lock(hashtext('comparison job'), %s)"
LEAVE = "SELECT pg_advisory_unlock(hashtext('comparison job'), %s)"


@contextmanager
def held(job_id: int) -> Iterator[bool]:
    """Whether this process holds a job now: nobody else does, and a lock ends with its process."""
    is_held = _ask(TAKE, job_id)
    try:
        yield is_held
    finally:
        if is_held:
            _ask(LEAVE, job_id)


def offer_comparison(job_id: int) -> None:
    """Put a job in the workers' queue once it is stored."""
    offer(TASK, [job_id], queue=QUEUE)


def offer_waiting_comparisons() -> int:
    """Offer again what nobody works on: an offer or a worker may have been lost. Says how many."""
    waiting = ComparisonJob.objects.filter(failed_at=None, offered_at__lt=Now() - OFFERED_FOR)
    free = [job_id for job_id in waiting.values_list("pk", flat=True) if _is_free(job_id)]
    ComparisonJob.objects.filter(pk__in=free).update(offered_at=Now())
    offer(TASK, free, queue=QUEUE, expires=EXPIRES_S)
    return len(free)


def _is_free(job_id: int) -> bool:
    with held(job_id) as is_free:
        return is_free


def _ask(query: str, job_id: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(query, [job_id])
        [(answer,)] = cursor.fetchall()
    return bool(answer)
