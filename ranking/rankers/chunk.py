from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import NamedTuple, Protocol

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import connection

from ranking import worker_times
from ranking.exceptions import BrokenDevice, RankingError, UnfitWorker, UnusableScores
from ranking.jobs.attempts import (
    Piece,
    Worker,
    begin_attempt,
    give_back,
    land_topics,
    n_topics_landed,
    note_error,
    refuse_other_texts,
    this_worker,
)
from ranking.jobs.beating import Withdrawn, beating, uninterrupted
from ranking.jobs.jobs import fail_job, finish_job
from ranking.jobs.messages import storable
from ranking.models import Attempt, Chunk, Run
from ranking.rankers import bm25_plan, bm25_scores, candidates
from ranking.rankers.neural_rankers import NEURAL_RANKERS
from ranking.rankers.retrieving import keep_vectors, retrieve
from ranking.runs.storing import ScoredTopics
from regrade.neural.batches import is_of_device

LIMIT_H = settings.CELERY_TASK_SOFT_TIME_LIMIT // settings.HOUR
TOO_LONG = f"It was not done after {LIMIT_H} hours: smaller chunks or a faster machine are needed."
logger = logging.getLogger(__name__)


class ScoreTopics(Protocol):
    """Rank the passages of a planned run for some of its topics, and store nothing."""

    def __call__(self, *, run: Run, topic_ids: Sequence[int]) -> ScoredTopics: ...


class KeepVectors(Protocol):
    """Compute and store the vectors of the block of passages that begins at an ordinal.

    Returns the machine that did it.
    """

    def __call__(self, *, run: Run, start: int) -> str: ...


class Ranker(NamedTuple):
    """The functions that compute a chunk, and the code version that a plan records.

    `topics_at_once` says how many topics of a chunk one call scores, or None for all of it: as few
    as cost next to nothing, since only then can they land. `keep_vectors` is there where plans may
    hold chunks of passages.
    """

    score_topics: ScoreTopics
    code_version: str
    keep_vectors: KeepVectors | None = None
    topics_at_once: Callable[[Run], int | None] = lambda _: None


def score_by_model(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    """Re-rank what the run's parent found, or search where it has none."""
    score = candidates.score_candidates if run.parent_id else retrieve
    return score(run=run, topic_ids=topic_ids)


# By what a run's spec calls its ranker.
RANKERS: dict[str, Ranker] = {
    bm25_plan.RANKER: Ranker(
        bm25_scores.score_topics,
        bm25_plan.CODE_VERSION,
        topics_at_once=bm25_scores.topics_at_once,
    ),
    **dict.fromkeys(
        NEURAL_RANKERS,
        Ranker(
            score_by_model,
            candidates.CODE_VERSION,
            keep_vectors,
            candidates.topics_at_once,
        ),
    ),
}


def rank_chunk(
    *, chunk_id: int, worker: Worker | None = None, landed: Callable[[], object] = lambda: None
) -> None:
    """Rank a chunk's topics, or compute its vectors, unless it is done or taken.

    Calling it again is harmless. Topics land as time passes, every LAND_EVERY_S or after each call
    of a slow ranker; `landed` is called whenever some have and others remain. What goes wrong is
    stored with the attempt, and what remains of the chunk is offered again until its tries are
    used up; the others go on. Where none of them could do better, as when texts have been added
    since the plan, the job fails at once. When it is cancelled meanwhile, this ends early.

    Raises:
        UnfitWorker: this process can do no chunk of the job; another may. That is stored, too.
        BrokenDevice: nor any other chunk on its GPU.
    """
    attempt = begin_attempt(chunk_id=chunk_id, worker=worker or this_worker())
    if attempt is None:
        return
    try:
        _score_and_land(attempt, landed)
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
            raise BrokenDevice(_error_text(error)) from error
    finish_job(job_id=attempt.chunk.job_id)


def _score_and_land(attempt: Attempt, landed: Callable[[], object]) -> None:
    chunk, in_hand = attempt.chunk, list[Piece]()
    with beating(attempt):
        last = monotonic()
        for piece in _scored(chunk):
            in_hand.append(piece)
            is_early = monotonic() - last < worker_times.LAND_EVERY_S
            if piece.until < len(chunk.topic_ids) and is_early:
                continue
            with uninterrupted:
                _renew_connection()
                goes_on = land_topics(attempt=attempt, pieces=in_hand)
            if not goes_on:
                break
            landed()
            last, in_hand = monotonic(), []


def _note_unforeseen(attempt: Attempt, error: Exception) -> None:
    logger.exception("chunk %s of job %s failed", attempt.chunk.number, attempt.chunk.job_id)
    _renew_connection()
    note_error(attempt=attempt, error=_error_text(error))


def _error_text(error: Exception) -> str:
    return storable(f"{type(error).__name__}: {error}")


def _renew_connection() -> None:
    """It may have been cut while a model computed, as by a restart of the server."""
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()


def _drop_connection() -> None:
    if not connection.in_atomic_block:
        connection.close()


def _scored(chunk: Chunk) -> Iterator[Piece]:
    """Score the rest of a chunk, call by call of its ranker."""
    run = chunk.job.run
    refuse_other_texts(run)
    ranker = _ranker_of(run)
    if chunk.passages_from is not None and ranker.keep_vectors:
        machine = ranker.keep_vectors(run=run, start=chunk.passages_from)
        yield Piece(ScoredTopics([], machine), until=0)
    for topics in _calls(chunk, ranker.topics_at_once(run)):
        topic_ids = chunk.topic_ids[topics.start : topics.stop]
        yield Piece(ranker.score_topics(run=run, topic_ids=topic_ids), topics.stop)


def _calls(chunk: Chunk, n_at_once: int | None) -> Iterator[range]:
    """Indices of the topics that are scored together, without those that have landed.

    They hang on the chunk alone and not on time: what a model scores in another batch may differ
    in its last digits, and a chunk that is tried again is to come out the same.
    """
    n_topics, n_landed = len(chunk.topic_ids), n_topics_landed(chunk)
    step = n_at_once or n_topics
    for start in range(0, n_topics, step or 1):
        stop = min(start + step, n_topics)
        if stop > n_landed:
            yield range(max(start, n_landed), stop)


def _ranker_of(run: Run) -> Ranker:
    spec = run.spec or {}
    ranker = RANKERS.get(spec["ranker"])
    if ranker is None or ranker.code_version != spec["code_version"]:
        raise UnfitWorker(
            f"Run {run.name} was planned by another release of Regrade than this worker is of. "
            "Use the same everywhere; or compute the run under a new name.",
            code="other_release",
        )
    return ranker
