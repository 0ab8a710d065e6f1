"""The life of an attempt. Who locks more than one row locks job, chunk and run, in this order."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet, Sum
from django.db.models.functions import Now

from ranking.exceptions import UnfitWorker
from ranking.jobs.workers import Worker
from ranking.models import Attempt, Chunk, Job, JobStatus, Outcome, Topic
from ranking.models.job import OPEN
from ranking.rhythm import MAX_ERRORS, MAX_LOSSES

N_NAMED = 5


@transaction.atomic
def begin_attempt(*, chunk_id: int, worker: Worker) -> Attempt | None:
    """Start an attempt at an offered chunk; None if it is gone, landed, failed, taken, or its job
    does not run.

    Of several who ask at once one gets it. That its last worker was lost is noticed here, if the
    scheduler has not.

    Raises:
        UnfitWorker: this process has declined a chunk of the job before.
    """
    chunk = lock_chunk(chunk_id)
    if chunk is None or chunk.job.status != JobStatus.RUNNING or not _is_on_offer(chunk):
        return None
    if mine := declined_of(chunk.job).filter(**_by(worker)).first():
        raise UnfitWorker(mine.error, code="declined_before")
    if chunk.beat_at is not None and not _count_loss(chunk):
        return None
    chunk.n_attempts += 1
    Chunk.objects.filter(pk=chunk.pk).update(n_attempts=chunk.n_attempts, beat_at=Now())
    return Attempt.objects.create(
        chunk=chunk, number=chunk.n_attempts, started_at=Now(), **_by(worker)
    )


def lock_chunk(chunk_id: int) -> Chunk | None:
    """The chunk with its job, both locked in the caller's transaction; None when it is gone."""
    jobs = Job.objects.select_for_update(no_key=True, of=("self",))
    job = jobs.filter(chunks=chunk_id).select_related("run__collection", "run__parent").first()
    chunk = Chunk.objects.select_for_update(no_key=True).filter(pk=chunk_id, job=job).first()
    if job is None or chunk is None:
        return None
    chunk.job = job
    return chunk


def n_topics_landed(chunk: Chunk) -> int:
    """How many of a chunk's topics have landed, the first of them: whatever attempts did it."""
    return chunk.attempts.aggregate(n=Sum("n_landed"))["n"] or 0


def close_attempt(attempt: Attempt, outcome: Outcome, *, error: str = "", device: str = "") -> bool:
    """Close an attempt that is open; says whether it was."""
    still_open = Attempt.objects.filter(pk=attempt.pk, ended_at__isnull=True)
    closing = {"outcome": outcome, "error": error, "device": device}
    return still_open.update(ended_at=Now(), **closing) > 0


@transaction.atomic
def note_error(*, attempt: Attempt, error: str) -> None:
    """Record an error; the chunk is offered again until its attempts are used up."""
    chunk = lock_chunk(attempt.chunk_id)
    if chunk is None or not close_attempt(attempt, Outcome.ERROR, error=error):
        return
    chunk.n_errors += 1
    chunk.error, chunk.beat_at, chunk.offered_at = error, None, None
    chunk.save(update_fields=["n_errors", "error", "beat_at", "offered_at"])
    if chunk.n_errors >= MAX_ERRORS:
        _give_up(chunk, f"failed {chunk.n_errors} times; the last time: {error.rstrip('.')}.")


@transaction.atomic
def give_back(*, attempt: Attempt, declined: str = "") -> None:
    """Give a chunk back when this process is stopped; that counts neither as an error nor as a
    loss.

    Args:
        declined: why this process can do none of the job's chunks, if that is so.
    """
    chunk = lock_chunk(attempt.chunk_id)
    outcome = Outcome.DECLINED if declined else Outcome.GIVEN_BACK
    if chunk is not None and close_attempt(attempt, outcome, error=declined):
        Chunk.objects.filter(pk=chunk.pk).update(beat_at=None, offered_at=None)


def declined_of(job: Job) -> QuerySet[Attempt]:
    """Attempts of a job that workers declined since it was planned or resumed."""
    since = {"started_at__gte": job.started_at}
    return Attempt.objects.filter(chunk__job=job, outcome=Outcome.DECLINED, **since)


def note_losses(*, job: Job) -> int:
    """Record the silent chunks of a job as lost, each once; returns how many."""
    silent = list(job.chunks.silent().values_list("pk", flat=True))
    return sum(_note_loss(chunk_id) for chunk_id in silent)


@transaction.atomic
def _note_loss(chunk_id: int) -> bool:
    chunk = lock_chunk(chunk_id)
    if chunk is None or chunk.job.status not in OPEN:
        return False
    if not Chunk.objects.silent().filter(pk=chunk_id).exists():
        return False  # it was heard of meanwhile
    _count_loss(chunk)
    return True


def _by(worker: Worker) -> dict[str, Any]:
    return {"worker": worker.name, "host": worker.host, "process": worker.process}


def _is_on_offer(chunk: Chunk) -> bool:
    return Chunk.objects.on_offer().filter(pk=chunk.pk).exists()


def _count_loss(chunk: Chunk) -> bool:
    """Write a locked, silent chunk's worker off; says whether the chunk may be tried again."""
    in_hand = chunk.attempts.filter(ended_at__isnull=True)
    # 0 rows if the last worker was already written off, or its job cancelled.
    chunk.n_losses += in_hand.update(ended_at=Now(), outcome=Outcome.LOST)
    chunk.beat_at = chunk.offered_at = None
    chunk.save(update_fields=["n_losses", "beat_at", "offered_at"])
    if chunk.n_losses >= MAX_LOSSES:
        _give_up(chunk, f"failed: {chunk.n_losses} workers ended or fell silent with them.")
    return chunk.n_losses < MAX_LOSSES


def _give_up(chunk: Chunk, reason: str) -> None:
    failing = {"beat_at": None, "failed_at": Now(), "error": f"{_named(chunk)} {reason}"}
    Chunk.objects.filter(pk=chunk.pk).update(**failing)


def _named(chunk: Chunk) -> str:
    if chunk.passages_from is not None:
        return f"Vectors of passages {chunk.passages_from + 1:,} to {chunk.passages_to:,}"
    remaining = chunk.topic_ids[n_topics_landed(chunk) :]
    topics = Topic.objects.filter(pk__in=remaining[:N_NAMED])
    named = ", ".join(topics.values_list("query_id", flat=True))
    more = " …" if len(remaining) > N_NAMED else ""
    return f"Topic{'s' * (len(remaining) > 1)} {named}{more}"
