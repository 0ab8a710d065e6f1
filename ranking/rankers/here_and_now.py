from __future__ import annotations

from collections.abc import Callable
from time import sleep

from ranking.exceptions import RankingError, UnfitWorker
from ranking.jobs.jobs import JobProgress, fail_job, finish_job, job_progress
from ranking.jobs.offering import is_worked_on
from ranking.models import Chunk, Job, JobStatus, Run
from ranking.rankers.chunk import rank_chunk

POLL_S = 1.0
Tell = Callable[[JobProgress], object]


def run_job_now(*, job: Job, progress: Tell = lambda _: None) -> Run:
    """Work on a job in this process until it is done, alongside any workers.

    Stopped with Ctrl-C it loses the topics in hand; called again it goes on with the rest. A
    chunk that someone else has in hand is waited for, and noticed when it falls silent.

    Raises:
        RankingError: the job failed, or was paused or cancelled.
        UnfitWorker: this process cannot compute it; workers go on with it.
    """
    while (state := job_progress(job_id=job.pk)).status == JobStatus.RUNNING:
        progress(state)
        chunk = job.chunks.on_offer().first()
        if chunk is not None:
            _rank(job, chunk, progress)
        elif not finish_job(job_id=job.pk):
            sleep(POLL_S)
    return _result(job, progress)


def _rank(job: Job, chunk: Chunk, progress: Tell) -> None:
    try:
        rank_chunk(chunk_id=chunk.pk, landed=lambda: progress(job_progress(job_id=job.pk)))
    except UnfitWorker as error:
        if is_worked_on(job):
            raise
        fail_job(job_id=job.pk, reason=str(error))


def follow_job(*, job: Job, progress: Tell = lambda _: None) -> Run:
    """Wait until workers have done a job.

    Raises:
        RankingError: the job failed, or was paused or cancelled.
    """
    while (state := job_progress(job_id=job.pk)).status == JobStatus.RUNNING:
        progress(state)
        sleep(POLL_S)
    return _result(job, progress)


def _result(job: Job, progress: Tell) -> Run:
    state = job_progress(job_id=job.pk)
    progress(state)
    run = Run.objects.get(pk=job.run_id)
    if state.status == JobStatus.PAUSED:
        raise RankingError(
            f"Run {run.name} is paused; ./dev manage job {run.name} --resume lets workers "
            "continue it.",
            code="job_paused",
        )
    if state.status != JobStatus.DONE:
        if state.status == JobStatus.CANCELLED:
            raise RankingError(f"Run {run.name} was cancelled.", code="job_cancelled")
        raise RankingError(f"Run {run.name} failed: {state.error}", code="job_failed")
    return run
