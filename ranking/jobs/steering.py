"""Pause, resume and cancel a job: each locks its row, and doing it again changes nothing."""

from __future__ import annotations

from django.db import transaction
from django.db.models.functions import Now

from ranking.clock import now
from ranking.exceptions import NotSteered
from ranking.jobs.offering import offer_job
from ranking.models import Attempt, Job, JobStatus, Outcome, Run, RunStatus
from ranking.models.job import OPEN


@transaction.atomic
def pause_job(*, job_id: int) -> Job:
    """Pause a job: running chunks finish, and no other starts until it is resumed.

    Raises:
        NotSteered: the job is over.
    """
    job = _lock_open(job_id, "paused")
    job.status = JobStatus.PAUSED
    job.save(update_fields=["status"])
    return job


@transaction.atomic
def resume_job(*, job_id: int) -> Job:
    """Resume a paused job: chunks that nobody works on are offered again.

    Raises:
        NotSteered: the job is over; a failed or cancelled one is taken up by asking for the
            same run again.
    """
    job = _lock_open(job_id, "resumed")
    if job.status == JobStatus.PAUSED:
        job.status, job.started_at = JobStatus.RUNNING, now()
        job.save(update_fields=["status", "started_at"])
        offer_job(job=job)
    return job


@transaction.atomic
def cancel_job(*, job_id: int) -> Job:
    """Cancel a job: after this returns nothing more of it is stored, even by running workers.

    What has landed stays. The run is not complete, and its name is free under the rules that a
    failed one has: asked for again, the same plan goes on with what remains.

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


def _lock_open(job_id: int, how: str) -> Job:
    job = Job.objects.select_for_update(no_key=True).get(pk=job_id)
    _refuse_over(job, how)
    return job


def _refuse_over(job: Job, how: str) -> None:
    if job.status not in OPEN:
        raise NotSteered(f"The job of run {job.run.name} is {job.status}; it cannot be {how}.")
