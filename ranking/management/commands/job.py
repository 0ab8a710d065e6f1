from __future__ import annotations

from typing import Any

from ranking.jobs.jobs import count_chunks
from ranking.jobs.report import attempts_of, report_job
from ranking.jobs.steering import STEERS, job_of_run
from ranking.lookup import by_name
from ranking.management.arguments import argument, at_most_one, flag
from ranking.management.base import RegradeCommand
from ranking.management.jobs import job_bar, job_report_text, job_summary
from ranking.models import Job, Run
from ranking.rankers.here_and_now import follow_job

N_ATTEMPTS = 10
FOLLOWED = "The workers go on with {}; the same command shows how far they are."


class Command(RegradeCommand):
    help = (
        "Show how far the job of a run is: progress, rate, time left, what each worker computes "
        "and has stored, what failed, and the last attempts. Or pause, resume or cancel it: while "
        "it is paused no chunk is begun, and those being computed are still stored; once it is "
        "cancelled nothing more is stored. Resumed, a failed or cancelled job continues where it "
        "stopped, as computing the same run again does."
    )

    arguments = (
        argument("name", metavar="NAME", help="the run that is computed"),
        at_most_one(
            flag("--pause", "begin no further chunk"),
            flag("--resume", "continue a paused, failed or cancelled job"),
            flag("--cancel", "end it; stored results stay"),
            flag("--follow", "show a bar until the job is over"),
        ),
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
        with self.saying_when_stopped(FOLLOWED.format(job.run.name)), job_bar() as show:
            follow_job(job=job, progress=show)
