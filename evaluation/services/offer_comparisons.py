from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.db import connection, transaction
from django.db.models.functions import Now
from kombu.exceptions import OperationalError

from evaluation.models import ComparisonJob

TASK = "evaluation.tasks.work_out_comparison"
QUEUE = "rank.cpu"
OFFERED_FOR = timedelta(seconds=30)
EXPIRES_S = 60  # of an offer made again, so that they do not pile up
TAKE = "SELECT pg_try_advisory_lock(hashtext('comparison job'), %s)"
LEAVE = "SELECT pg_advisory_unlock(hashtext('comparison job'), %s)"
logger = logging.getLogger(__name__)


@contextmanager
def held(job_id: int) -> Iterator[bool]:
    """Whether this process holds a job now: nobody else does, and a lock ends with its process."""
    is_held = _ask(TAKE, job_id)
    try:
        yield is_held
    finally:
        if is_held:
            _ask(LEAVE, job_id)


def offer(job_ids: Sequence[int], **options: Any) -> None:
    """Put jobs in the workers' queue once they are stored."""
    transaction.on_commit(partial(_send, job_ids, options))


def offer_waiting_comparisons() -> int:
    """Offer again what nobody works on: an offer or a worker may have been lost. Says how many."""
    waiting = ComparisonJob.objects.filter(failed_at=None, offered_at__lt=Now() - OFFERED_FOR)
    free = [job_id for job_id in waiting.values_list("pk", flat=True) if _is_free(job_id)]
    ComparisonJob.objects.filter(pk__in=free).update(offered_at=Now())
    offer(free, expires=EXPIRES_S)
    return len(free)


def _is_free(job_id: int) -> bool:
    with held(job_id) as is_free:
        return is_free


def _ask(query: str, job_id: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(query, [job_id])
        [(answer,)] = cursor.fetchall()
    return bool(answer)


def _send(job_ids: Sequence[int], options: dict[str, Any]) -> None:
    try:
        for job_id in job_ids:
            # By name: the task calls a service.
            current_app.send_task(TASK, args=[job_id], queue=QUEUE, **options)
    except OperationalError:
        logger.warning("the broker is away; comparisons are offered later", exc_info=True)
