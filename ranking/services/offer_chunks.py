from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from ranking.models import Chunk, Job, JobStatus
from ranking.models.job import OPEN
from ranking.rhythm import OFFERED_FOR, SILENT_AFTER
from ranking.services.attempts import note_losses
from ranking.services.jobs import finish_job

TASK = "ranking.tasks.rank_chunk"
# An offer made on suspicion is void after a while, so that offers do not pile up unanswered.
EXPIRES_S = 60
N_WAITING_OFFERED = 16
# Redis hands out the lowest number first: what was begun before goes ahead of what waits.
FIRST = 0


def offer_job(*, job: Job) -> int:
    """Put the chunks of a job that nobody works on in its queue; returns how many."""
    chunk_ids = list(job.chunks.on_offer().values_list("pk", flat=True))
    for chunk_id in chunk_ids:
        _send(chunk_id, queue=job.queue, expires=None)
    return len(chunk_ids)


def offer_silent_chunks() -> int:
    """Notice what was lost, by a worker that died or by the broker, and offer it again.

    A chunk that was begun is offered again, ahead of all others, once it is silent or has
    failed. One that was never begun usually waits in the queue; only when nobody works on its
    job are a few of them offered a second time. A job that lacks nothing but its last word is
    closed. Returns how many were offered.
    """
    n_offered = 0
    for job in Job.objects.filter(status__in=OPEN):
        note_losses(job=job)
        if not finish_job(job_id=job.pk) and job.status == JobStatus.RUNNING:
            n_offered += _offer_again(job)
    return n_offered


def _offer_again(job: Job) -> int:
    begun = list(_begun(job).values_list("pk", flat=True))
    waiting = _waiting(job) if _is_deserted(job) else []
    for chunk_id in (*begun, *waiting):
        _send(chunk_id, queue=job.queue, expires=EXPIRES_S, priority=FIRST)
    Chunk.objects.filter(pk__in=(*begun, *waiting)).update(offered_at=Now())
    return len(begun) + len(waiting)


def _begun(job: Job) -> QuerySet[Chunk]:
    is_due = Q(offered_at__isnull=True) | Q(offered_at__lt=Now() - OFFERED_FOR)
    return job.chunks.on_offer().filter(is_due, n_attempts__gt=0)


def _waiting(job: Job) -> list[int]:
    """A few that were never begun, no more than may lie unanswered."""
    never_begun = job.chunks.on_offer().filter(n_attempts=0)
    is_void = Q(offered_at__isnull=True) | Q(offered_at__lt=Now() - timedelta(seconds=EXPIRES_S))
    n_unanswered = never_begun.exclude(is_void).count()
    chunk_ids = never_begun.filter(is_void).values_list("pk", flat=True)
    return list(chunk_ids[: max(0, N_WAITING_OFFERED - n_unanswered)])


def _is_deserted(job: Job) -> bool:
    long_ago = Now() - SILENT_AFTER
    if not Job.objects.filter(pk=job.pk, started_at__lt=long_ago).exists():
        return False
    heard_of = Q(beat_at__gte=long_ago) | Q(finished_at__gte=long_ago)
    return not job.chunks.filter(heard_of).exists()


def _send(chunk_id: int, **options: Any) -> None:
    # By name: the tasks call the services, which therefore cannot import them.
    transaction.on_commit(partial(current_app.send_task, TASK, args=[chunk_id], **options))
