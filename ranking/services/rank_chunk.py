from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.utils import timezone

from ranking.exceptions import RankingError
from ranking.models import Chunk, JobStatus, Run, Topic
from ranking.models.chunk import BEAT_EVERY_S, MAX_ATTEMPTS
from ranking.services.docid_maps import docid_map
from ranking.services.jobs import fail_job, finish_job
from ranking.services.rankers import RANKERS
from ranking.services.store_rankings import ScoredTopics, store_rankings

logger = logging.getLogger(__name__)
N_NAMED = 5


def rank_chunk(*, chunk_id: int) -> None:
    """Rank a chunk's topics, unless it is finished or someone has it in hand.

    Calling it again, from anywhere, is harmless. Its rankings and `finished_at` land together.
    What goes wrong is stored with the chunk, which is offered again until its attempts are used
    up: then, or at once when no further try can help, the job fails and says why.
    """
    chunk = _claim(chunk_id)
    if chunk is None:
        return
    try:
        with beating(chunk_id):
            scored = _score(chunk)
        _land(chunk, scored)
    except (KeyboardInterrupt, SystemExit):
        _give_back(chunk)
        raise
    except RankingError as error:
        fail_job(job_id=chunk.job_id, reason=str(error))
    except Exception as error:
        logger.exception("chunk %s of run %s failed", chunk.number, chunk.job.run.name)
        _note_failure(chunk, f"{type(error).__name__}: {error}")
    else:
        finish_job(job_id=chunk.job_id)


@contextmanager
def beating(chunk_id: int) -> Iterator[None]:
    """Tell every few seconds in the database that the chunk is being worked on."""
    stopped = threading.Event()
    thread = threading.Thread(target=_beat, args=(chunk_id, stopped), daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()


def _beat(chunk_id: int, stopped: threading.Event) -> None:
    try:
        while not stopped.wait(BEAT_EVERY_S):
            Chunk.objects.remaining().filter(pk=chunk_id).update(beat_at=timezone.now())
    finally:
        connection.close()  # this thread's own


@transaction.atomic
def _claim(chunk_id: int) -> Chunk | None:
    chunks = Chunk.objects.select_related("job__run__collection", "job__run__parent")
    chunk = chunks.on_offer().select_for_update(of=("self",)).filter(pk=chunk_id).first()
    if chunk is None or chunk.job.status != JobStatus.RUNNING:
        return None
    if chunk.n_attempts >= MAX_ATTEMPTS:
        fail_job(job_id=chunk.job_id, reason=_why_given_up(chunk))
        return None
    chunk.n_attempts += 1
    chunk.beat_at = timezone.now()
    chunk.save(update_fields=["n_attempts", "beat_at"])
    return chunk


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
def _land(chunk: Chunk, scored: ScoredTopics) -> None:
    locked = Chunk.objects.select_for_update().get(pk=chunk.pk)
    if locked.finished_at is not None:
        return  # someone took it for silent and was quicker
    run = Run.objects.select_for_update().get(pk=chunk.job.run_id)
    stored = store_rankings(run=run, rankings=scored.rankings, docids=docid_map(run.collection))
    spec = run.spec or {}
    spec["computed_by"] = sorted({*spec.get("computed_by", []), scored.machine})
    Run.objects.filter(pk=run.pk).update(spec=spec, depth=max(run.depth, stored.depth))
    locked.finished_at, locked.error = timezone.now(), ""
    locked.save(update_fields=["finished_at", "error"])


def _give_back(chunk: Chunk) -> None:
    """Someone stopped this process: that was no fault of the chunk."""
    mine = Chunk.objects.remaining().filter(pk=chunk.pk, n_attempts=chunk.n_attempts)
    mine.update(n_attempts=chunk.n_attempts - 1, beat_at=None)


def _note_failure(chunk: Chunk, error: str) -> None:
    mine = Chunk.objects.remaining().filter(pk=chunk.pk, n_attempts=chunk.n_attempts)
    is_mine = mine.update(error=error, beat_at=None) > 0
    if is_mine and chunk.n_attempts >= MAX_ATTEMPTS:
        chunk.error = error
        fail_job(job_id=chunk.job_id, reason=_why_given_up(chunk))


def _why_given_up(chunk: Chunk) -> str:
    topics = Topic.objects.filter(pk__in=chunk.topic_ids[:N_NAMED])
    named = ", ".join(topics.values_list("query_id", flat=True))
    more = " …" if len(chunk.topic_ids) > N_NAMED else ""
    last = chunk.error or "its worker was ended each time"
    return f"Topics {named}{more} failed {chunk.n_attempts} times; the last time: {last}."
