from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from celery import current_app
from django.db import transaction
from django.utils import timezone

from ranking.models import Job, JobStatus
from ranking.models.chunk import SILENT_AFTER
from ranking.services.jobs import finish_job

TASK = "ranking.tasks.rank_chunk"
# An offer made on suspicion is void after a while, so that offers do not pile up unanswered.
EXPIRES_S = 60
N_WAITING_OFFERED = 16


def offer_job(*, job: Job) -> int:
    """Put the chunks of a job that nobody works on in its queue; returns how many."""
    return _offer(job.queue, job.chunks.on_offer().values_list("pk", flat=True))


def offer_silent_chunks() -> int:
    """Offer again what was lost: by a worker that died, or by the broker; returns how many.

    A chunk that was begun is offered again once it is silent or has failed. One that was never
    begun usually waits in the queue; only when nobody works on its job are a few of them
    offered a second time. A job that lacks nothing but its last word is closed.
    """
    n_offered = 0
    for job in Job.objects.filter(status=JobStatus.RUNNING):
        if not finish_job(job_id=job.pk):
            n_offered += _offer(job.queue, _lost_chunks(job), expires_s=EXPIRES_S)
    return n_offered


def _lost_chunks(job: Job) -> list[int]:
    on_offer = job.chunks.on_offer()
    begun = on_offer.filter(n_attempts__gt=0).values_list("pk", flat=True)
    waiting = on_offer.filter(n_attempts=0).values_list("pk", flat=True)
    return [*begun, *(waiting[:N_WAITING_OFFERED] if _is_deserted(job) else [])]


def _is_deserted(job: Job) -> bool:
    long_ago = timezone.now() - SILENT_AFTER
    return job.created_at < long_ago and not job.chunks.filter(beat_at__gte=long_ago).exists()


def _offer(queue: str, chunk_ids: Iterable[int], expires_s: int | None = None) -> int:
    n_offered = 0
    for chunk_id in chunk_ids:
        # By name: the tasks call the services, which therefore cannot import them.
        send = partial(current_app.send_task, TASK, args=[chunk_id], queue=queue, expires=expires_s)
        transaction.on_commit(send)
        n_offered += 1
    return n_offered
