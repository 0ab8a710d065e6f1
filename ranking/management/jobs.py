from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from typing import Any

from ranking.jobs.jobs import CountedJob, JobProgress
from ranking.jobs.offering import offer_job
from ranking.jobs.report import (
    FailedChunk,
    JobReport,
    Share,
    WorkerAtIt,
    why_not_landed,
)
from ranking.management.base import MINUTE, RegradeCommand
from ranking.management.progress import Bar, progress_bar
from ranking.management.tables import render
from ranking.models import Attempt, Job, JobStatus, Run
from ranking.rankers.here_and_now import Tell, follow_job, run_job_now

UNDER_WAY = "under way"


PATIENCE_S = 10.0


class JobCommand(RegradeCommand):
    """A command that computes a run in this process, or leaves it to workers and waits.

    `no_worker` is said when none of them seems to be there.
    """

    no_worker: str

    def compute(self, job: Job, *, is_now: bool) -> Run:
        """The finished run. Ctrl-C ends the command and says where the run stands."""
        try:
            return self._compute(job, is_now=is_now)
        except KeyboardInterrupt:
            self.stderr.write(_where_it_stands(job.run.name, is_now=is_now))
            sys.exit(130)

    def is_there(self, name: str) -> bool:
        """Whether the run is complete already; if so, the command says it."""
        done = Job.objects.filter(run__name=name, status=JobStatus.DONE)
        job = done.select_related("run").first()
        if job is None:
            return False
        by = (job.run.spec or {})["label"]
        when = f"{job.finished_at:{MINUTE}}"
        self.stdout.write(f"Run {name} by {by} is there already, computed {when}.")
        return True

    def _compute(self, job: Job, *, is_now: bool) -> Run:
        with job_bar() as show:
            if is_now:
                return run_job_now(job=job, progress=show)
            offer_job(job=job)
            return follow_job(job=job, progress=self._with_patience(show))

    def _with_patience(self, show: Tell) -> Tell:
        warn = self.patience()

        def show_and_warn(state: JobProgress) -> None:
            show(state)
            warn(state.is_worked_on)

        return show_and_warn

    def patience(self) -> Callable[[bool], None]:
        """A callback that takes whether a worker is at work, and warns once if that takes long."""
        due = [time.monotonic() + PATIENCE_S]

        def warn(is_worked_on: bool) -> None:
            if due and (is_worked_on or time.monotonic() > due[0]):
                due.clear()
                if not is_worked_on:
                    self.stderr.write(self.no_worker)

        return warn


@contextmanager
def job_bar() -> Iterator[Tell]:
    """A bar of a job's passages, then one of its topics, on standard error.

    Each is shown once its own work takes over two seconds.
    """
    with ExitStack() as shown:
        bar: Bar | None = None
        unit = ""

        def show(state: JobProgress) -> None:
            nonlocal bar, unit
            work = state.work
            if bar is None or unit != work.unit:
                if bar is not None:
                    bar.update((bar.total or 0) - bar.n)  # what follows needs all of it
                shown.close()
                unit = work.unit  # a bar that is not shown has none
                bar = progress_bar(total=work.n, initial=work.n_done, unit=unit)
                shown.enter_context(bar)
            bar.update(work.n_done - bar.n)

        yield show


def _where_it_stands(name: str, *, is_now: bool) -> str:
    if is_now:
        return f"Stopped. Finished work is kept; the same command goes on with {name}."
    return f"The workers go on with {name}; the same command shows how far they are."


def job_report_text(report: JobReport, attempts: Sequence[Attempt]) -> str:
    """Progress, who works on it, who did how much, what failed, and the last starts of chunks."""
    seconds = sum(share.seconds for share in report.shares)
    tables = {
        "At work now": [_at_it(worker) for worker in report.workers],
        "Who did what": [_share(share, seconds) for share in report.shares],
        "Chunks that failed": [_failed(chunk) for chunk in report.failed_chunks],
        f"Log ({_outcomes(report)})": [_attempt(attempt) for attempt in attempts],
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
        "done": str(counted.work),
        "chunks failed": counted.n_chunks_failed,
        "queue": job.queue,
        "planned": _moment(job.created_at),
        "ended": _moment(job.finished_at),
    }


def job_summary(counted: CountedJob) -> str:
    job = counted.job
    chunks = f"{counted.n_chunks_done:,} of {counted.n_chunks:,} chunks"
    return f"Run {job.run.name}: {job.status}, {counted.work} done ({chunks}), queue {job.queue}."


def _head(report: JobReport) -> str:
    lines = [job_summary(report.counted)]
    if report.per_min is not None and report.seconds_left is not None:
        left, unit = duration(report.seconds_left), report.counted.work.unit
        lines.append(f"{report.per_min:,.1f} {unit}s a minute, about {left} left.")
    job, counted = report.counted.job, report.counted
    if job.status == JobStatus.RUNNING and not counted.is_worked_on:
        yet = "No worker is at work on it now." if counted.is_begun else "No worker has begun yet."
        lines.append(yet)
    if job.status == JobStatus.PAUSED and report.workers:
        lines.append("Chunks that are being computed will still be stored.")
    if job.error:
        lines.append(job.error)
    return "\n".join(lines)


def duration(seconds: float) -> str:
    """A duration as text: 40 s, 12 min, 3 h 5 min."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def _at_it(worker: WorkerAtIt) -> dict[str, Any]:
    return {
        "worker": worker.worker,
        "machine": worker.host,
        "process": worker.process,
        "chunk": worker.chunk,
        "with": _size(worker),
        "try": worker.attempt,
        "since": _moment(worker.since),
        "heard of": f"{duration(worker.beat_age_s)} ago",
    }


def _size(part: WorkerAtIt | Share | FailedChunk) -> str:
    """As "4,096 passages, 1 topic"; a chunk holds one or the other."""
    counts = {"passage": part.n_passages, "topic": part.n_topics}
    return ", ".join(f"{n:,} {unit}{'s' * (n != 1)}" for unit, n in counts.items() if n)


def _share(share: Share, of_all: float) -> dict[str, Any]:
    return {
        "worker": share.worker,
        "machine": share.host,
        "device": share.device,
        "chunks": share.n_chunks,
        "with": _size(share),
        "time": duration(share.seconds),
        "share": f"{share.seconds / of_all:.0%}" if of_all else None,
    }


def _failed(chunk: FailedChunk) -> dict[str, Any]:
    return {
        "chunk": chunk.chunk,
        "with": _size(chunk),
        "errors": chunk.n_errors,
        "losses": chunk.n_losses,
        "why": chunk.reason,
    }


def _attempt(attempt: Attempt) -> dict[str, Any]:
    ended = attempt.ended_at
    return {
        "begun": _moment(attempt.started_at),
        "what came of it": attempt.outcome or UNDER_WAY,
        "chunk": attempt.chunk.number,
        "try": attempt.number,
        "worker": attempt.worker,
        "took": duration((ended - attempt.started_at).total_seconds()) if ended else None,
        "why": why_not_landed(attempt) or None,
    }


def _outcomes(report: JobReport) -> str:
    counts = {UNDER_WAY if name == "open" else name: n for name, n in report.outcomes.items()}
    return ", ".join(f"{n:,} {name}" for name, n in counts.items() if n)


def _moment(when: datetime | None) -> str | None:
    return f"{when:%Y-%m-%d %H:%M:%S} UTC" if when else None
