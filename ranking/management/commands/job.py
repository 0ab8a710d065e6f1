from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from django.core.management.base import CommandParser

from ranking.jobs.job_of_run import job_of_run
from ranking.jobs.jobs import count_chunks
from ranking.jobs.report import attempts_of, report_job
from ranking.jobs.steering import cancel_job, pause_job, resume_job
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.job_texts import job_report_text, job_summary
from ranking.management.jobs import job_bar
from ranking.models import Job, Run
from ranking.rankers.here_and_now import follow_job

STEERS: Mapping[str, Callable[..., Job]] = MappingProxyType(
    {"pause": pause_job, "resume": resume_job, "cancel": cancel_job}
)
N_ATTEMPTS = 10
FOLLOWED = "The workers go on with {}; the same command shows how far they are."


class Command(RegradeCommand):
    help = (
        "Show how far the job of a run is: progress, rate, time left, what each worker computes "
        "and has stored, what failed, and the last attempts. Or pause, resume or cancel it: while "
        "it is paused no chunk is begun, and those being computed are still stored; once it is "
        "cancelled nothing more is stored, and asking for the same run again goes on with the rest."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the run that is computed")
        choice = parser.add_mutually_exclusive_group()
        choice.add_argument("--pause", action="store_true", help="begin no further chunk")
        choice.add_argument("--resume", action="store_true", help="go on with a paused job")
        choice.add_argument("--cancel", action="store_true", help="end it; what is stored stays")
        choice.add_argument(
            "--follow", action="store_true", help="show a bar until the job is over"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        job = job_of_run(run=by_name(Run, options["name"]))
        for name, steer in STEERS.items():
            if options[name]:
                steer(job_id=job.pk)
                [counted] = count_chunks(Job.objects.filter(pk=job.pk))
                self.stdout.write(job_summary(counted))
                return
        if options["follow"]:
            self._follow(job)
        attempts = list(attempts_of(job_id=job.pk)[:N_ATTEMPTS])
        self.stdout.write(job_report_text(report_job(job_id=job.pk), attempts))

    def _follow(self, job: Job) -> None:
        with self.saying_when_stopped(FOLLOWED.format(job.run.name)), job_bar() as tell:
            follow_job(job=job, progress=tell)
