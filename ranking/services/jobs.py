from __future__ import annotations

from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from ranking.models import Attempt, Job, JobStatus, Run, RunStatus
from ranking.models.job import OPEN
from ranking.services.index_options import IndexOptions


class JobProgress(NamedTuple):
    """How far a job is, derived from rows."""

    status: JobStatus
    n_topics: int
    n_topics_done: int
    is_begun: bool
    error: str


class CountedJob(NamedTuple):
    """A job with what there is of it, derived from its chunks."""

    job: Job
    n_chunks: int
    n_chunks_done: int
    n_chunks_failed: int
    n_topics: int
    n_topics_done: int
    n_topics_failed: int


def job_progress(*, job_id: int) -> JobProgress:
    [counted] = count_chunks(Job.objects.filter(pk=job_id))
    job = counted.job
    return JobProgress(
        status=JobStatus(job.status),
        n_topics=counted.n_topics,
        n_topics_done=counted.n_topics_done,
        is_begun=Attempt.objects.filter(chunk__job=job, started_at__gte=job.started_at).exists(),
        error=job.error,
    )


def count_chunks(jobs: QuerySet[Job]) -> list[CountedJob]:
    """Jobs, the newest first, with what there is of them, in one query."""
    done, failed = Q(chunks__finished_at__isnull=False), Q(chunks__failed_at__isnull=False)
    counted = jobs.select_related("run__parent").annotate(
        n_chunks=Count("chunks"),
        n_chunks_done=Count("chunks", filter=done),
        n_chunks_failed=Count("chunks", filter=failed),
        n_topics=_topics(),
        n_topics_done=_topics(done),
        n_topics_failed=_topics(failed),
    )
    names = CountedJob._fields[1:]
    return [
        CountedJob(job, *(getattr(job, name) for name in names)) for job in counted.order_by("-pk")
    ]


def _topics(which: Q | None = None) -> Coalesce:
    return Coalesce(Sum("chunks__topic_ids__len", filter=which), 0)


@transaction.atomic
def finish_job(*, job_id: int) -> bool:
    """Close a job none of whose chunks remain, and its run; says whether it did.

    It has failed when a chunk has, or when no topic found anything. Whoever finishes a chunk
    calls this after that landed; calling it again changes nothing.
    """
    job = _lock(job_id)
    if job is None or job.status not in OPEN or job.chunks.remaining().exists():
        return False
    if job.chunks.filter(failed_at__isnull=False).exists():
        _close(job, JobStatus.FAILED, RunStatus.FAILED, error=_what_failed(job))
    elif job.run.rankings.exists():
        _close(job, JobStatus.DONE, RunStatus.COMPLETE, error="")
    else:
        _close(job, JobStatus.FAILED, RunStatus.FAILED, error=_nothing_found(job.run))
    return True


@transaction.atomic
def fail_job(*, job_id: int, reason: str) -> None:
    """End an open job for good reason; what its chunks have landed stays for another try."""
    job = _lock(job_id)
    if job is not None and job.status in OPEN:
        _close(job, JobStatus.FAILED, RunStatus.FAILED, error=reason)


def _lock(job_id: int) -> Job | None:
    jobs = Job.objects.select_for_update(no_key=True, of=("self",))
    return jobs.filter(pk=job_id).select_related("run").first()


def _what_failed(job: Job) -> str:
    chunks = list(job.chunks.values_list("topic_ids", "failed_at", "error"))
    failed = [(topic_ids, error) for topic_ids, failed_at, error in chunks if failed_at]
    n_topics = sum(len(topic_ids) for topic_ids, *_ in chunks)
    n_failed = sum(len(topic_ids) for topic_ids, _ in failed)
    of_topics = f"{n_failed:,} of {n_topics:,} topics"
    first = "" if len(failed) == 1 else "The first of them: "
    return (
        f"{len(failed):,} of {len(chunks):,} chunks failed, with {of_topics}. {first}{failed[0][1]}"
    )


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
