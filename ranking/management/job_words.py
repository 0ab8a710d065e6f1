"""A job in lines and tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from ranking.management.tables import render
from ranking.models import Attempt
from ranking.services.job_report import FailedChunk, JobReport, Share, WorkerAtIt
from ranking.services.jobs import CountedJob


def job_in_words(report: JobReport, attempts: Sequence[Attempt]) -> str:
    """Progress, who works on it, who did how much, what failed, and the last attempts."""
    tables = {
        "At it now": [_at_it(worker) for worker in report.workers],
        "Landed so far": [_share(share) for share in report.shares],
        "Failed": [_failed(chunk) for chunk in report.failed_chunks],
        f"Attempts ({_outcomes(report)})": [_attempt(attempt) for attempt in attempts],
    }
    parts = [_head(report)]
    parts += [f"{title}\n{render(rows, 'table')}" for title, rows in tables.items() if rows]
    return "\n\n".join(parts)


def job_row(counted: CountedJob) -> dict[str, Any]:
    """A job as a row of the list of jobs."""
    job = counted.job
    return {
        "run": job.run.name,
        "status": job.status,
        "topics done": f"{counted.n_topics_done:,} of {counted.n_topics:,}",
        "chunks failed": counted.n_chunks_failed,
        "queue": job.queue,
        "planned": _moment(job.created_at),
        "ended": _moment(job.finished_at),
    }


def state_in_words(counted: CountedJob) -> str:
    job = counted.job
    topics = f"{counted.n_topics_done:,} of {counted.n_topics:,} topics"
    chunks = f"{counted.n_chunks_done:,} of {counted.n_chunks:,} chunks"
    return f"Run {job.run.name}: {job.status}, {topics} done ({chunks}), queue {job.queue}."


def _head(report: JobReport) -> str:
    lines = [state_in_words(report.counted)]
    if report.topics_per_min is not None and report.seconds_left is not None:
        left = duration(report.seconds_left)
        lines.append(f"{report.topics_per_min:,.1f} topics a minute, about {left} left.")
    if report.counted.job.error:
        lines.append(report.counted.job.error)
    return "\n".join(lines)


def duration(seconds: float) -> str:
    """As people say it: 40 s, 12 min, 3 h 5 min."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def _at_it(worker: WorkerAtIt) -> dict[str, Any]:
    return {
        "worker": worker.worker,
        "machine": worker.host,
        "chunk": worker.chunk,
        "topics": worker.n_topics,
        "attempt": worker.attempt,
        "since": _moment(worker.since),
        "heard of, s ago": round(worker.beat_age_s),
    }


def _share(share: Share) -> dict[str, Any]:
    return {
        "worker": share.worker,
        "machine": share.host,
        "device": share.device,
        "chunks": share.n_chunks,
        "topics": share.n_topics,
    }


def _failed(chunk: FailedChunk) -> dict[str, Any]:
    return {
        "chunk": chunk.chunk,
        "topics": chunk.n_topics,
        "errors": chunk.n_errors,
        "lost workers": chunk.n_losses,
        "reason": chunk.reason,
    }


def _attempt(attempt: Attempt) -> dict[str, Any]:
    ended = attempt.ended_at or timezone.now()
    return {
        "chunk": attempt.chunk.number,
        "number": attempt.number,
        "worker": attempt.worker,
        "began": _moment(attempt.started_at),
        "s": round((ended - attempt.started_at).total_seconds(), 1),
        "outcome": attempt.outcome or "open",
        "error": attempt.error or None,
    }


def _outcomes(report: JobReport) -> str:
    counts = (f"{n:,} {outcome}" for outcome, n in report.outcomes.items() if n)
    return ", ".join(counts)


def _moment(when: datetime | None) -> str | None:
    return f"{when:%Y-%m-%d %H:%M:%S} UTC" if when else None
