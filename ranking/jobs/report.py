"""Reports on jobs, derived from their chunks and attempts in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from django.db.models import Count, F, Max, Q, QuerySet, Sum
from django.db.models.functions import Coalesce, Now

from ranking.exceptions import NotFound
from ranking.jobs.jobs import CountedJob, count_chunks
from ranking.jobs.rates import N_PASSAGES, paces_of
from ranking.models import Attempt, Chunk, Job, Outcome
from ranking.worker_times import SILENT_AFTER

N_FAILED_SHOWN = 20
REASONS: Mapping[str, str] = MappingProxyType(
    {
        Outcome.LOST: "The worker fell silent.",
        Outcome.GIVEN_BACK: "The worker was stopped.",
        Outcome.OVERTAKEN: "Another start of the chunk landed first.",
    }
)
# Rows keep their places from one look to the next.
IN_ORDER = ("host", "worker", "process", "chunk__number")


class WorkerAtIt(NamedTuple):
    """A worker with a running chunk; `beat_age_s` is the time since its last heartbeat."""

    worker: str
    host: str
    process: int
    chunk: int
    n_passages: int
    n_topics: int
    attempt: int
    since: datetime
    beat_age_s: float


class Share(NamedTuple):
    """One worker's share of a job: stored results, and the seconds spent on them."""

    worker: str
    host: str
    device: str
    n_chunks: int
    n_passages: int
    n_topics: int
    seconds: float


class FailedChunk(NamedTuple):
    chunk: int
    n_passages: int
    n_topics: int
    n_errors: int
    n_losses: int
    reason: str


class JobReport(NamedTuple):
    """Everything a job's page shows but the log; `outcomes` counts attempts by outcome.

    `per_min` and `seconds_left` refer to its work; None without data to estimate them yet, or
    without work in progress.
    """

    counted: CountedJob
    per_min: float | None
    seconds_left: float | None
    workers: list[WorkerAtIt]
    shares: list[Share]
    failed_chunks: list[FailedChunk]
    outcomes: dict[str, int]


def report_job(*, job_id: int) -> JobReport:
    """The report on a job.

    Raises:
        NotFound: there is none of this number.
    """
    found = count_chunks(Job.objects.filter(pk=job_id))
    if not found:
        raise NotFound("There is no such job.")
    [counted] = found
    job, pace = counted.job, paces_of([counted])[counted.job.pk]
    return JobReport(
        counted=counted,
        per_min=pace.per_min,
        seconds_left=pace.seconds_left,
        workers=_workers_at_it(job),
        shares=_shares(job),
        failed_chunks=_failed_chunks(job),
        outcomes=_outcomes(job),
    )


def why_not_landed(attempt: Attempt) -> str:
    """Why an attempt ended as it did; empty where its outcome says it all."""
    return attempt.error or REASONS.get(attempt.outcome, "")


def attempts_of(*, job_id: int) -> QuerySet[Attempt]:
    """The log of a job, the last start first."""
    return Attempt.objects.filter(chunk__job=job_id).select_related("chunk").order_by("-pk")


def _workers_at_it(job: Job) -> list[WorkerAtIt]:
    heard_of = Q(chunk__beat_at__gte=Now() - SILENT_AFTER)
    in_hand = attempts_of(job_id=job.pk).filter(heard_of, ended_at__isnull=True)
    return [
        WorkerAtIt(
            worker=attempt.worker,
            host=attempt.host,
            process=attempt.process,
            chunk=attempt.chunk.number,
            n_passages=attempt.chunk.n_passages,
            n_topics=len(attempt.chunk.topic_ids),
            attempt=attempt.number,
            since=attempt.started_at,
            beat_age_s=max(0.0, attempt.beat_age.total_seconds()),
        )
        for attempt in in_hand.annotate(beat_age=Now() - F("chunk__beat_at")).order_by(*IN_ORDER)
    ]


def _shares(job: Job) -> list[Share]:
    landed = Attempt.objects.filter(chunk__job=job, landed_at__isnull=False)
    rows = (
        landed.order_by()
        .values_list("worker", "host")
        .annotate(
            device=Max("device"),
            n_chunks=Count("pk", filter=Q(outcome=Outcome.LANDED)),
            n_passages=Coalesce(Sum(N_PASSAGES), 0),
            n_topics=Sum("n_landed"),
            took=Sum(F("landed_at") - F("started_at")),
        )
        .order_by("-took", "host", "worker")
    )
    return [Share._make([*row, took.total_seconds()]) for *row, took in rows]


def _failed_chunks(job: Job) -> list[FailedChunk]:
    failed = Chunk.objects.filter(job=job, failed_at__isnull=False).order_by("number")
    return [
        FailedChunk(
            chunk=chunk.number,
            n_passages=chunk.n_passages,
            n_topics=len(chunk.topic_ids),
            n_errors=chunk.n_errors,
            n_losses=chunk.n_losses,
            reason=chunk.error,
        )
        for chunk in failed[:N_FAILED_SHOWN]
    ]


def _outcomes(job: Job) -> dict[str, int]:
    """How many attempts came to each outcome; those still open count as `open`."""
    of_job = Attempt.objects.filter(chunk__job=job).order_by().values_list("outcome")
    counts = dict(of_job.annotate(n=Count("pk")))
    return {name: counts.get(name, 0) for name in Outcome.values} | {"open": counts.get("", 0)}
