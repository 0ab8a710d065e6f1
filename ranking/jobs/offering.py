from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import DatabaseError
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from ranking.jobs.attempts import declined_of, note_losses
from ranking.jobs.broker import impatient_broker, offer
from ranking.jobs.jobs import fail_job, finish_job
from ranking.models import Chunk, Job, JobStatus
from ranking.models.job import OPEN
from ranking.worker_times import OFFERED_FOR, SILENT_AFTER

logger = logging.getLogger(__name__)

TASK = "ranking.tasks.rank_chunk"
# An offer made on suspicion is void after a while, so that offers do not pile up unanswered.
EXPIRES_S = 60
N_WAITING_OFFERED = 16
# Redis delivers the lowest number first: what was begun before goes ahead of what waits.
FIRST = 0


def offer_job(*, job: Job) -> int:
    """Queue a job's chunks that nobody works on; returns how many."""
    chunk_ids = list(job.chunks.on_offer().values_list("pk", flat=True))
    offer(TASK, chunk_ids, queue=job.queue, expires=None)
    return len(chunk_ids)


def offer_topics(*, chunk_id: int) -> int:
    """Offer the topics that waited for the vectors of this chunk, if it was the last of them.

    Those that wait in the queue already are not offered again, however often a chunk of passages
    is delivered. Where nobody came to call this, the scheduler offers them in a while. Returns
    how many chunks were offered.
    """
    chunk = Chunk.objects.encoding().filter(pk=chunk_id).select_related("job").first()
    if chunk is None or chunk.job.status != JobStatus.RUNNING:
        return 0
    if chunk.job.chunks.encoding().filter(finished_at__isnull=True).exists():
        return 0
    waiting = chunk.job.chunks.on_offer().filter(offered_at__isnull=True)
    chunk_ids = list(waiting.values_list("pk", flat=True))
    offer(TASK, chunk_ids, queue=chunk.job.queue, expires=None)
    _note_offered(chunk_ids)
    return len(chunk_ids)


def offer_silent_chunks() -> int:
    """Find chunks lost by a dead worker or by the broker, and offer them again.

    A chunk that was begun is offered again, ahead of all others, once it is silent or has
    failed. One that was never begun usually waits in the queue; only when none of its job was
    begun or has landed for a while, and the queue holds fewer offers than it should, are a few of
    them offered a second time, or all where it is empty. A job that lacks nothing but its last
    word is closed, and so is one that workers have declined and that nobody in its queue will
    take up. Returns how many were offered.
    """
    n_offered = 0
    for job in Job.objects.filter(status__in=OPEN):
        try:
            n_offered += _look_after(job)
        except DatabaseError:  # as where a frozen process holds its row
            logger.warning("job %s cannot be looked after now", job.pk, exc_info=True)
    return n_offered


def is_worked_on(job: Job) -> bool:
    """Whether a worker has a chunk of the job, or had one a moment ago."""
    return job.chunks.heard_of().exists()


def _look_after(job: Job) -> int:
    note_losses(job=job)
    if finish_job(job_id=job.pk) or job.status != JobStatus.RUNNING or _end_declined(job):
        return 0
    return _offer_again(job)


def _end_declined(job: Job) -> bool:
    declined = declined_of(job).first()
    # Who works on another job of the queue may take this one up later.
    of_queue = Chunk.objects.filter(job__queue=job.queue)
    if declined is None or _is_new(job) or of_queue.heard_of().exists():
        return False
    reason = f"No worker takes it up; {declined.worker} declined: {declined.error}"
    fail_job(job_id=job.pk, reason=reason)
    return True


def _offer_again(job: Job) -> int:
    n_in_broker = _n_in_broker(job.queue) if _is_stalled(job) else None
    if n_in_broker == 0:
        return offer_job(job=job)  # what the broker had of it is gone
    begun = list(_begun(job).values_list("pk", flat=True))
    waiting = _waiting(job) if n_in_broker and n_in_broker < _n_on_offer(job.queue) else []
    chunk_ids = [*begun, *waiting]
    offer(TASK, chunk_ids, queue=job.queue, expires=EXPIRES_S, priority=FIRST)
    _note_offered(chunk_ids)
    return len(chunk_ids)


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


def _note_offered(chunk_ids: Sequence[int]) -> None:
    Chunk.objects.filter(pk__in=chunk_ids).update(offered_at=Now())


def _is_new(job: Job) -> bool:
    return Job.objects.filter(pk=job.pk, started_at__gte=Now() - SILENT_AFTER).exists()


def _is_stalled(job: Job) -> bool:
    """Nobody began a chunk lately: offers may be lost, and workers idle beside those at work."""
    lately = Now() - SILENT_AFTER
    has_moved = Q(attempts__started_at__gte=lately) | Q(finished_at__gte=lately)
    return not (_is_new(job) or job.chunks.filter(has_moved).exists())


def _n_on_offer(queue: str) -> int:
    """How many chunks a queue should hold; where it holds more, none of them was lost."""
    jobs = Job.objects.filter(queue=queue, status=JobStatus.RUNNING)
    return Chunk.objects.on_offer().filter(job__in=jobs).count()


def _n_in_broker(queue: str) -> int | None:
    """How many offers the broker has, of all jobs of the queue; None while it is away."""
    with impatient_broker() as broker:
        try:
            channel: Any = broker.channel()
            return int(channel.queue_declare(queue, passive=True).message_count)
        except broker.channel_errors:  # Redis keeps no queue that is empty
            return 0
        except broker.connection_errors:
            return None
