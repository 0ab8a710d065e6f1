"""The life of an attempt. Who locks more than one row locks job, chunk and run, in this order."""

from __future__ import annotations

import os
import socket
from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet, Sum
from django.db.models.functions import Now

from ranking.collections.docid_maps import docid_map
from ranking.exceptions import RankingError, UnfitWorker
from ranking.jobs.platform_text import this_platform
from ranking.models import Attempt, Chunk, Job, JobStatus, Outcome, Run, Topic
from ranking.models.job import OPEN
from ranking.runs.storing import ScoredTopics, store_pair_scores, store_rankings
from ranking.worker_times import MAX_ERRORS, MAX_LOSSES

N_NAMED = 5


class Worker(NamedTuple):
    """A worker: the name of its process, its machine, its process number."""

    name: str
    host: str
    process: int


def this_worker(name: str | None = None) -> Worker:
    """The current process as a worker; without a worker's name it is a command."""
    host = socket.gethostname()
    return Worker(name or f"command@{host}", host, os.getpid())


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


class Piece(NamedTuple):
    """Result of one call of a ranker: it completes the chunk's topics before `until`."""

    scored: ScoredTopics
    until: int


def refuse_other_texts(run: Run, text_version: int | None = None) -> None:
    """Refuse a version of the texts that is not the plan's; by default the collection's of now."""
    found = run.collection.text_version if text_version is None else text_version
    if found != (run.spec or {})["text_version"]:
        raise RankingError(
            f"Texts were added to {run.collection.name} since run {run.name} was planned; "
            "compute it under a new name.",
            code="texts_added",
        )


@transaction.atomic
def land_topics(*, attempt: Attempt, pieces: Sequence[Piece]) -> bool:
    """Store an attempt's new scores; returns whether it is to continue.

    The topics land in one transaction, and with the last of them the chunk does. Those that
    another attempt has landed meanwhile are left as they are. Nothing lands once the job is
    cancelled or the chunk is over. Who was taken for lost lands as well, and leaves the rest to
    who has taken the chunk over.

    Raises:
        RankingError: texts were added since the plan.
        UnusableScores: as `store_rankings`.
    """
    chunk = lock_chunk(attempt.chunk_id)
    if chunk is None or not _may_land(chunk, attempt):
        return False
    refuse_other_texts(chunk.job.run)
    until = pieces[-1].until
    landing = chunk.topic_ids[n_topics_landed(chunk) : until]
    machine = pieces[-1].scored.machine
    _store(chunk, pieces, frozenset(landing), machine)
    mine = {"n_landed": F("n_landed") + len(landing), "landed_at": Now(), "device": machine}
    if until < len(chunk.topic_ids):
        Attempt.objects.filter(pk=attempt.pk).update(**mine)
        return not (attempt.outcome == Outcome.LOST and _in_hand(chunk).exists())
    _end(chunk, attempt, mine)
    return False


def _may_land(chunk: Chunk, attempt: Attempt) -> bool:
    attempt.refresh_from_db(fields=["outcome"])
    if chunk.job.status == JobStatus.CANCELLED or attempt.outcome == Outcome.CANCELLED:
        return False
    if chunk.finished_at:
        mine = Attempt.objects.filter(pk=attempt.pk)
        mine.update(ended_at=Now(), outcome=Outcome.OVERTAKEN)
    return chunk.finished_at is None


def _store(chunk: Chunk, pieces: Sequence[Piece], landing: Collection[int], machine: str) -> None:
    rankings = chain.from_iterable(piece.scored.rankings for piece in pieces)
    pair_scores = chain.from_iterable(piece.scored.pair_scores for piece in pieces)
    run = Run.objects.select_for_update().get(pk=chunk.job.run_id)
    stored = store_rankings(
        run=run,
        rankings=(one for one in rankings if one.topic_id in landing),
        docids=docid_map(run.collection),
    )
    store_pair_scores(run=run, pairs=(one for one in pair_scores if one.topic_id in landing))
    spec = run.spec or {}
    for key, value in (("computed_by", machine), ("platforms", this_platform())):
        spec[key] = sorted({*spec.get(key, []), value})
    Run.objects.filter(pk=run.pk).update(spec=spec, depth=max(run.depth, stored.depth))


def _in_hand(chunk: Chunk) -> Any:
    return chunk.attempts.filter(ended_at__isnull=True)


def _end(chunk: Chunk, attempt: Attempt, mine: dict[str, Any]) -> None:
    """The first to come back with the last topic lands the chunk, even if it was taken for lost."""
    ending = {"ended_at": Now(), "outcome": Outcome.LANDED}
    Attempt.objects.filter(pk=attempt.pk).update(**mine, **ending)
    for other in _in_hand(chunk):
        close_attempt(other, Outcome.OVERTAKEN)
    landing = {"finished_at": Now(), "failed_at": None, "beat_at": None, "error": ""}
    Chunk.objects.filter(pk=chunk.pk).update(**landing)
