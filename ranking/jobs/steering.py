"""Pause, resume and cancel a job: each locks its row, and doing it again changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.db import transaction
from django.db.models.functions import Now

from ranking.clock import now
from ranking.exceptions import NotFound, NotSteered
from ranking.jobs.jobs import reopen_job
from ranking.jobs.offering import offer_job
from ranking.models import Attempt, Job, JobStatus, Outcome, Run, RunStatus
from ranking.models.job import ENDED_BADLY, OPEN
from ranking.runs.aggregating import RANKER as PAIR_AGGREGATION
from ranking.runs.fusing import listed, runs_fused
from ranking.runs.rolling_up import RANKER as ROLL_UP


@transaction.atomic
def pause_job(*, job_id: int) -> Job:
    """Pause a job: running chunks finish, and no other starts until it is resumed.

    Raises:
        NotSteered: the job is over.
    """
    job = Job.objects.select_for_update(no_key=True).get(pk=job_id)
    _refuse_over(job, "paused")
    job.status = JobStatus.PAUSED
    job.save(update_fields=["status"])
    return job


@transaction.atomic
def resume_job(*, job_id: int) -> Job:
    """Resume a paused, failed or cancelled job: chunks that nobody works on are offered again.

    Results that landed are kept and not computed again.

    Raises:
        NotSteered: the job is done.
    """
    job = Job.objects.select_for_update(no_key=True).get(pk=job_id)
    if job.status == JobStatus.RUNNING:
        return job
    if job.status in ENDED_BADLY:
        reopen_job(job=job)
    else:
        _refuse_over(job, "resumed")
        job.status, job.started_at = JobStatus.RUNNING, now()
        job.save(update_fields=["status", "started_at"])
    offer_job(job=job)
    return job


@transaction.atomic
def cancel_job(*, job_id: int) -> Job:
    """Cancel a job: after this returns nothing more of it is stored, even by running workers.

    What has landed stays. The run is not complete, and its name is free under the rules that a
    failed one has: resumed or requested again, the same plan continues where it stopped.

    Raises:
        NotSteered: the job is done or has failed.
    """
    job = Job.objects.select_for_update(no_key=True).get(pk=job_id)
    if job.status == JobStatus.CANCELLED:
        return job
    _refuse_over(job, "cancelled")
    Attempt.objects.filter(chunk__job=job, ended_at__isnull=True).update(
        ended_at=Now(), outcome=Outcome.CANCELLED
    )
    job.chunks.remaining().update(beat_at=None, offered_at=None)
    job.status, job.error, job.finished_at = JobStatus.CANCELLED, "Cancelled.", now()
    job.save(update_fields=["status", "error", "finished_at"])
    Run.objects.filter(pk=job.run_id).update(status=RunStatus.FAILED)
    return job


def _refuse_over(job: Job, how: str) -> None:
    if job.status not in OPEN:
        raise NotSteered(f"The job of run {job.run.name} is {job.status}; it cannot be {how}.")


STEERS: Mapping[str, Callable[..., Job]] = MappingProxyType(
    {"pause": pause_job, "resume": resume_job, "cancel": cancel_job}
)


def job_of_run(*, run: Run) -> Job:
    """The job that computes a run.

    Raises:
        NotFound: none does; it says what the run is instead.
    """
    job = run.jobs.first()
    if job is None:
        raise NotFound(f"Run {run.name} {_what_it_is(run)}.", code="no_job")
    return job


def _what_it_is(run: Run) -> str:
    if fused := runs_fused(run):
        return f"is fused from {listed(fused)}, which needs no job"
    if run.parent and (run.spec or {}).get("ranker") == PAIR_AGGREGATION:
        return f"is another ranking of the pairs of {run.parent.name}, which needs no job"
    if run.parent and (run.spec or {}).get("ranker") == ROLL_UP:
        return f"has the documents of {run.parent.name}, which needs no job"
    return "was not computed here"
