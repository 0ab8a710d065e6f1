from __future__ import annotations

import logging
from textwrap import shorten

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now

from ranking.exceptions import BrokenDevice, RankingError, UnfitWorker, UnusableScores
from ranking.models import Attempt, Chunk, JobStatus, Outcome, Run
from ranking.neural.batches import is_of_device
from ranking.services.attempts import (
    begin_attempt,
    close_attempt,
    give_back,
    lock_chunk,
    note_error,
)
from ranking.services.beating import Withdrawn, beating, uninterrupted
from ranking.services.docid_maps import docid_map
from ranking.services.jobs import fail_job, finish_job
from ranking.services.rankers import RANKERS, Ranker
from ranking.services.store_rankings import ScoredTopics, store_pair_scores, store_rankings
from ranking.services.workers import Worker, this_worker

MOST_TOLD = 1000
LIMIT_H = settings.CELERY_TASK_SOFT_TIME_LIMIT // settings.HOUR
TOO_LONG = f"It was not done after {LIMIT_H} hours: smaller chunks or a faster machine are needed."
logger = logging.getLogger(__name__)


def rank_chunk(*, chunk_id: int, worker: Worker | None = None) -> None:
    """Rank a chunk's topics, or compute its vectors, unless it is over or in someone's hands.

    Calling it again is harmless. Its rankings and `finished_at` land together. What goes wrong is
    stored with the attempt, and the chunk is offered again until its tries are used up; the others
    go on. Where none of them could do better, as when texts have been added since the plan, the
    job fails at once. When it is cancelled meanwhile, this ends early.

    Raises:
        UnfitWorker: this process can do no chunk of the job; another may. That is stored, too.
        BrokenDevice: nor any other chunk on its GPU.
    """
    attempt = begin_attempt(chunk_id=chunk_id, worker=worker or this_worker())
    if attempt is None:
        return
    try:
        _score_and_land(attempt)
    except Withdrawn:
        return _drop_connection()  # a query may be half done
    except (KeyboardInterrupt, SystemExit):
        give_back(attempt=attempt)
        raise
    except UnfitWorker as error:
        give_back(attempt=attempt, declined=str(error))
        raise
    except UnusableScores as error:
        note_error(attempt=attempt, error=str(error))
    except SoftTimeLimitExceeded:
        note_error(attempt=attempt, error=TOO_LONG)
    except RankingError as error:
        note_error(attempt=attempt, error=str(error))
        fail_job(job_id=attempt.chunk.job_id, reason=str(error))
    except Exception as error:
        _note_unforeseen(attempt, error)
        if is_of_device(error):
            raise BrokenDevice(_told(error)) from error
    finish_job(job_id=attempt.chunk.job_id)


def _score_and_land(attempt: Attempt) -> None:
    with beating(attempt):
        scored = _score(attempt.chunk)
        with uninterrupted:
            _renew_connection()
            _land(attempt, scored)


def _note_unforeseen(attempt: Attempt, error: Exception) -> None:
    logger.exception("chunk %s of job %s failed", attempt.chunk.number, attempt.chunk.job_id)
    _renew_connection()
    note_error(attempt=attempt, error=_told(error))


def _told(error: Exception) -> str:
    """In a line that the database can hold, whatever a library says."""
    whole = f"{type(error).__name__}: {error}".encode(errors="replace").decode()
    return shorten(whole.replace("\0", ""), MOST_TOLD, placeholder=" …")


def _renew_connection() -> None:
    """It may have been cut while a model computed, as by a restart of the server."""
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()


def _drop_connection() -> None:
    if not connection.in_atomic_block:
        connection.close()


def _score(chunk: Chunk) -> ScoredTopics:
    run = chunk.job.run
    _refuse_other_texts(run)
    ranker = _ranker_of(run)
    if chunk.passages_from is not None and ranker.keep_vectors:
        return ScoredTopics([], ranker.keep_vectors(run=run, start=chunk.passages_from))
    return ranker.score_topics(run=run, topic_ids=chunk.topic_ids)


def _ranker_of(run: Run) -> Ranker:
    spec = run.spec or {}
    ranker = RANKERS.get(spec["ranker"])
    if ranker is None or ranker.code_version != spec["code_version"]:
        raise UnfitWorker(
            f"Run {run.name} was planned by another release of Regrade than this worker is of. "
            "Use the same everywhere; or compute the run under a new name."
        )
    return ranker


def _refuse_other_texts(run: Run) -> None:
    if run.collection.text_version != (run.spec or {})["text_version"]:
        raise RankingError(
            f"Texts were added to {run.collection.name} since run {run.name} was planned; "
            "compute it under a new name."
        )


@transaction.atomic
def _land(attempt: Attempt, scored: ScoredTopics) -> None:
    chunk = lock_chunk(attempt.chunk_id)
    if chunk is None or not _may_land(chunk, attempt, scored.machine):
        return
    _refuse_other_texts(chunk.job.run)
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
