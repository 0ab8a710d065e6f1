from __future__ import annotations

from typing import Any

from ranking.jobs.jobs import count_chunks
from ranking.management.arguments import argument, flag
from ranking.management.base import RegradeCommand
from ranking.management.jobs import job_row
from ranking.management.tables import FORMATS, render
from ranking.models import Job
from ranking.models.job import OPEN


class Command(RegradeCommand):
    help = "List the jobs that compute runs, the newest first."

    arguments = (
        flag("--open", "only those that run or are paused"),
        argument("--format", choices=FORMATS, default="table", help="how they are printed (table)"),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        jobs = Job.objects.filter(status__in=OPEN) if options["open"] else Job.objects.all()
        rows = [job_row(counted) for counted in count_chunks(jobs)]
        if rows or options["format"] != "table":
            self.stdout.write(render(rows, options["format"]))
        else:
            self.stdout.write("There are no such jobs.")
