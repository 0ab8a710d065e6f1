from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import Error, connection, transaction
from django.db.models.functions import Now

from ranking.exceptions import RankingError, UnusableScores
from ranking.models import Attempt, Chunk, JobStatus, Outcome, Run
from ranking.rhythm import BEAT_EVERY_S
from ranking.services.attempts import (
    begin_attempt,
    close_attempt,
    give_back,
    lock_chunk,
    note_error,
)
from ranking.services.docid_maps import docid_map
from ranking.services.jobs import fail_job, finish_job
from ranking.services.rankers import RANKERS
from ranking.services.store_rankings import ScoredTopics, store_pair_scores, store_rankings
from ranking.services.workers import Worker, this_worker

logger = logging.getLogger(__name__)


def rank_chunk(*, chunk_id: int, worker: Worker | None = None) -> None:
    """Rank a chunk's topics, unless it is over, someone has it in hand, or its job does not run.

    Calling it again, from anywhere, is harmless. Its rankings and `finished_at` land together.
    What goes wrong is stored with the attempt, and the chunk is offered again until its tries are
    used up; the other chunks go on. Where no other chunk could do better, as when the model is
    another than planned, the job fails at once.
    """
    attempt = begin_attempt(chunk_id=chunk_id, worker=worker or this_worker())
    if attempt is None:
        return
    try:
        with beating(attempt):
            scored = _score(attempt.chunk)
        _land(attempt, scored)
    except (KeyboardInterrupt, SystemExit):
        give_back(attempt=attempt)
        raise
    except UnusableScores as error:
        note_error(attempt=attempt, error=str(error))
    except RankingError as error:
        note_error(attempt=attempt, error=str(error))
        fail_job(job_id=attempt.chunk.job_id, reason=str(error))
    except Exception as error:
        logger.exception("chunk %s of job %s failed", attempt.chunk.number, attempt.chunk.job_id)
        note_error(attempt=attempt, error=f"{type(error).__name__}: {error}")
    finish_job(job_id=attempt.chunk.job_id)


@contextmanager
def beating(attempt: Attempt) -> Iterator[None]:
    """Tell every few seconds in the database that the chunk is being worked on."""
    stopped = threading.Event()
    thread = threading.Thread(target=_beat, args=(attempt, stopped), daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()


def _beat(attempt: Attempt, stopped: threading.Event) -> None:
    counts = {"attempts": attempt.pk, "attempts__outcome__in": ["", Outcome.LOST]}
    try:
        while not stopped.wait(BEAT_EVERY_S):
            try:
                Chunk.objects.remaining().filter(**counts).update(beat_at=Now())
            except Error:
                logger.warning("the database did not take a beat", exc_info=True)
                connection.close()  # the next beat opens another
    finally:
        connection.close()  # this thread's own


def _score(chunk: Chunk) -> ScoredTopics:
    run = chunk.job.run
    ranker = RANKERS[(run.spec or {})["ranker"]]
    _refuse_other_plan(run, ranker.code_version)
    return ranker.score_topics(run=run, topic_ids=chunk.topic_ids)


def _refuse_other_plan(run: Run, code_version: str) -> None:
    spec = run.spec or {}
    now = {"text_version": run.collection.text_version, "code_version": code_version}
    changed = [key for key, value in now.items() if spec[key] != value]
    if changed:
        raise RankingError(
            f"Run {run.name} was planned with another {' and '.join(changed)} than there is now; "
            "compute it under a new name."
        )


@transaction.atomic
def _land(attempt: Attempt, scored: ScoredTopics) -> None:
    chunk = lock_chunk(attempt.chunk_id)
    if chunk is None or not _may_land(chunk, attempt, scored.machine):
        return
    run = Run.objects.select_for_update().get(pk=chunk.job.run_id)
    stored = store_rankings(run=run, rankings=scored.rankings, docids=docid_map(run.collection))
    store_pair_scores(run=run, pairs=scored.pair_scores)
    spec = run.spec or {}
    spec["computed_by"] = sorted({*spec.get("computed_by", []), scored.machine})
    Run.objects.filter(pk=run.pk).update(spec=spec, depth=max(run.depth, stored.depth))
    landing = {"finished_at": Now(), "failed_at": None, "beat_at": None, "error": ""}
    Chunk.objects.filter(pk=chunk.pk).update(**landing)


def _may_land(chunk: Chunk, attempt: Attempt, device: str) -> bool:
    """Close the attempt: the first to come back lands, even if it was taken for lost."""
    attempt.refresh_from_db(fields=["outcome"])
    if chunk.job.status == JobStatus.CANCELLED or attempt.outcome == Outcome.CANCELLED:
        return False
    outcome = Outcome.OVERTAKEN if chunk.finished_at else Outcome.LANDED
    mine = Attempt.objects.filter(pk=attempt.pk)
    mine.update(ended_at=Now(), outcome=outcome, device=device)
    if outcome == Outcome.LANDED:
        for other in chunk.attempts.filter(ended_at__isnull=True):
            close_attempt(other, Outcome.OVERTAKEN)
    return outcome == Outcome.LANDED
