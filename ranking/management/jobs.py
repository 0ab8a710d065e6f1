from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from ranking.jobs.jobs import JobProgress
from ranking.jobs.offering import offer_job
from ranking.management.base import MINUTE, RegradeCommand
from ranking.management.progress import Bar, progress_bar
from ranking.models import Job, JobStatus, Run
from ranking.rankers.here_and_now import Tell, follow_job, run_job_now

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
        due = [time.monotonic() + PATIENCE_S]

        def show_and_warn(state: JobProgress) -> None:
            show(state)
            if due and not state.is_begun and time.monotonic() > due[0]:
                due.clear()
                self.stderr.write(self.no_worker)

        return show_and_warn


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
        return f"Stopped. What is done so far is kept; the same command goes on with {name}."
    return f"The workers go on with {name}; the same command shows how far they are."
