from __future__ import annotations

from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from ranking.models import Job, JobStatus, Run, RunStatus
from ranking.services.index_options import IndexOptions


class JobProgress(NamedTuple):
    """How far a job is, derived from rows."""

    status: JobStatus
    n_topics: int
    n_topics_done: int
    is_begun: bool
    error: str


def job_progress(*, job_id: int) -> JobProgress:
    job = Job.objects.get(pk=job_id)
    chunks = job.chunks.values_list("topic_ids", "finished_at")
    lengths = [(len(topic_ids), finished_at is not None) for topic_ids, finished_at in chunks]
    return JobProgress(
        status=JobStatus(job.status),
        n_topics=sum(length for length, _ in lengths),
        n_topics_done=sum(length for length, is_finished in lengths if is_finished),
        is_begun=job.chunks.filter(n_attempts__gt=0).exists(),
        error=job.error,
    )


@transaction.atomic
def finish_job(*, job_id: int) -> bool:
    """Close a running job none of whose chunks remain, and its run; says whether it did.

    A run in which no topic found anything has failed. Whoever finishes a chunk calls this after
    that landed; calling it again changes nothing.
    """
    job = Job.objects.select_for_update().get(pk=job_id)
    if job.status != JobStatus.RUNNING or job.chunks.remaining().exists():
        return False
    if job.run.rankings.exists():
        _close(job, JobStatus.DONE, RunStatus.COMPLETE, error="")
    else:
        _close(job, JobStatus.FAILED, RunStatus.FAILED, error=_nothing_found(job.run))
    return True


@transaction.atomic
def fail_job(*, job_id: int, reason: str) -> None:
    """End a running job for good reason; what its chunks have landed stays for another try."""
    job = Job.objects.select_for_update().get(pk=job_id)
    if job.status == JobStatus.RUNNING:
        _close(job, JobStatus.FAILED, RunStatus.FAILED, error=reason)


def _nothing_found(run: Run) -> str:
    """Says of what each name is, since both may have one, and how passages are indexed."""
    topics, passages = f"topic set {run.topic_set.name}", f"collection {run.collection.name}"
    index = (run.spec or {}).get("index")
    arguments = IndexOptions.from_dict(index).as_arguments() if index else ""
    how = f", as they are indexed with{arguments}" if arguments else ""
    return f"No topic of {topics} finds a passage of {passages}: none has a term of theirs{how}."


def _close(job: Job, job_status: JobStatus, run_status: RunStatus, *, error: str) -> None:
    job.status, job.error, job.finished_at = job_status, error, timezone.now()
    job.save(update_fields=["status", "error", "finished_at"])
    Run.objects.filter(pk=job.run_id).update(status=run_status)
