from __future__ import annotations

from typing import Literal, NamedTuple

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from ranking.clock import now
from ranking.models import Attempt, Chunk, Job, JobStatus, Run, RunStatus
from ranking.models.job import OPEN
from ranking.parameters.index_options import IndexOptions


class JobWork(NamedTuple):
    """Current work of a job: passages until all vectors are computed, then topics."""

    unit: Literal["passage", "topic"]
    n: int
    n_done: int
    n_failed: int

    def __str__(self) -> str:
        return f"{self.n_done:,} of {self.n:,} {self.unit}s"


class CountedJob(NamedTuple):
    """A job with counts derived from its chunks.

    `is_begun` once any worker has started a chunk of it, before a pause as well; `is_worked_on`
    while a worker has a chunk in hand, or had one a moment ago.
    """

    job: Job
    is_begun: bool
    is_worked_on: bool
    n_chunks: int
    n_chunks_done: int
    n_chunks_failed: int
    n_topics: int
    n_topics_done: int
    n_topics_failed: int
    n_passages: int
    n_passages_done: int
    n_passages_failed: int

    @property
    def work(self) -> JobWork:
        if self.n_passages_done < self.n_passages:
            counts = (self.n_passages, self.n_passages_done, self.n_passages_failed)
            return JobWork("passage", *counts)
        return JobWork("topic", self.n_topics, self.n_topics_done, self.n_topics_failed)


class JobProgress(NamedTuple):
    """Progress of a job, derived from rows."""

    status: JobStatus
    work: JobWork
    is_begun: bool
    is_worked_on: bool
    error: str


def job_progress(*, job_id: int) -> JobProgress:
    [counted] = count_chunks(Job.objects.filter(pk=job_id))
    job = counted.job
    return JobProgress(
        status=JobStatus(job.status),
        work=counted.work,
        is_begun=counted.is_begun,
        is_worked_on=counted.is_worked_on,
        error=job.error,
    )


def count_chunks(jobs: QuerySet[Job]) -> list[CountedJob]:
    """Jobs with their counts, the newest first, in one query."""
    done, failed = Q(chunks__finished_at__isnull=False), Q(chunks__failed_at__isnull=False)
    starts = Attempt.objects.filter(chunk__job=OuterRef("pk"))
    counted = jobs.select_related("run__parent").annotate(
        is_begun=Exists(starts),
        is_worked_on=Exists(Chunk.objects.filter(job=OuterRef("pk")).heard_of()),
        n_chunks=Count("chunks"),
        n_chunks_done=Count("chunks", filter=done),
        n_chunks_failed=Count("chunks", filter=failed),
        n_topics=_topics(),
        n_topics_done=_topics(done) + _landed_of(),
        n_topics_failed=_topics(failed) - _landed_of(chunk__failed_at__isnull=False),
        n_passages=_passages(),
        n_passages_done=_passages(done),
        n_passages_failed=_passages(failed),
    )
    names = CountedJob._fields[1:]
    return [
        CountedJob(job, *(getattr(job, name) for name in names)) for job in counted.order_by("-pk")
    ]


def _topics(which: Q | None = None) -> Coalesce:
    return Coalesce(Sum("chunks__topic_ids__len", filter=which), 0)


def _landed_of(**which: bool) -> Coalesce:
    """Topics that have landed of chunks that are not over."""
    of_job = Attempt.objects.filter(chunk__job=OuterRef("pk"), chunk__finished_at__isnull=True)
    total = of_job.filter(**which).order_by().values("chunk__job").annotate(n=Sum("n_landed"))
    return Coalesce(Subquery(total.values("n")), 0)


def _passages(which: Q | None = None) -> Coalesce:
    length = F("chunks__passages_to") - F("chunks__passages_from")
    return Coalesce(Sum(length, filter=which), 0)


@transaction.atomic
def finish_job(*, job_id: int) -> bool:
    """Complete a job without remaining chunks, and its run; returns whether it did.

    It has failed when a chunk has, or when no topic found anything. Called after each finished
    chunk; further calls change nothing.
    """
    job = _lock(job_id)
    if job is None or job.status not in OPEN or _goes_on(job):
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
    """Fail an open job; results that landed are kept for another try."""
    job = _lock(job_id)
    if job is not None and job.status in OPEN:
        _close(job, JobStatus.FAILED, RunStatus.FAILED, error=reason)


def reopen_job(*, job: Job) -> None:
    """Start a locked job that failed or was cancelled again: results that landed are kept."""
    # Workers with a chunk in hand continue, and the log of attempts is kept.
    fresh = {"n_errors": 0, "n_losses": 0, "failed_at": None, "offered_at": None, "error": ""}
    job.chunks.filter(finished_at__isnull=True).update(**fresh)
    in_hand = Attempt.objects.filter(chunk__job=job, ended_at__isnull=True).values("chunk")
    job.chunks.exclude(pk__in=in_hand).update(beat_at=None)
    job.status, job.error, job.finished_at = JobStatus.RUNNING, "", None
    job.started_at = now()
    job.save(update_fields=["status", "error", "finished_at", "started_at"])
    Run.objects.filter(pk=job.run_id).update(status=RunStatus.COMPUTING)


def _goes_on(job: Job) -> bool:
    """Without the vectors of all passages no topic can be ranked."""
    remaining = job.chunks.remaining()
    if job.chunks.encoding().filter(failed_at__isnull=False).exists():
        remaining = remaining.encoding()
    return remaining.exists()


def _lock(job_id: int) -> Job | None:
    jobs = Job.objects.select_for_update(no_key=True, of=("self",))
    return jobs.filter(pk=job_id).select_related("run").first()


def _what_failed(job: Job) -> str:
    [counted] = count_chunks(Job.objects.filter(pk=job.pk))
    errors = job.chunks.filter(failed_at__isnull=False).values_list("error", flat=True)
    n_failed, work = counted.n_chunks_failed, counted.work
    of_work = f"{work.n_failed:,} of {work.n:,} {work.unit}s"
    first = "" if n_failed == 1 else "The first of them: "
    return f"{n_failed:,} of {counted.n_chunks:,} chunks failed, with {of_work}. {first}{errors[0]}"


def _nothing_found(run: Run) -> str:
    """Says of what each name is, since both may have one, and how passages are indexed."""
    topics, passages = f"topic set {run.topic_set.name}", f"collection {run.collection.name}"
    index = (run.spec or {}).get("index")
    arguments = IndexOptions.from_dict(index).as_arguments() if index else ""
    how = f", as they are indexed with{arguments}" if arguments else ""
    return f"No topic of {topics} finds a passage of {passages}: none has a term of theirs{how}."


def _close(job: Job, job_status: JobStatus, run_status: RunStatus, *, error: str) -> None:
    job.status, job.error, job.finished_at = job_status, error, now()
    job.save(update_fields=["status", "error", "finished_at"])
    Run.objects.filter(pk=job.run_id).update(status=run_status)
