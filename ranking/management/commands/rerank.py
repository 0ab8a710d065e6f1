from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandParser
from tqdm import tqdm

from ranking.management.base import SILENT_FOR_S, RegradeCommand
from ranking.management.reports import report
from ranking.models import Job, Run
from ranking.services.bert_dot import RANKER
from ranking.services.jobs import JobProgress
from ranking.services.lookup import by_name
from ranking.services.offer_chunks import offer_job
from ranking.services.rerank import create_rerank_job
from ranking.services.run_job_now import Tell, follow_job, run_job_now

PATIENCE_S = 10.0
NO_WORKER = "No worker has begun yet. ./dev up starts one; with --now none is needed."


class Command(RegradeCommand):
    help = (
        "Re-rank the top of a run by a BERT bi-encoder: a passage scores the dot product of its "
        "vector with the query's. Workers do it, or with --now this process. Stopped at any "
        "moment, the same command goes on with what remains. The new run holds the top DEPTH "
        "passages of each topic and no others; passages without text stay in their old order "
        "below those with one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", metavar="RUN", help="the run to re-rank")
        parser.add_argument("--ranker", required=True, choices=[RANKER], help="what scores")
        parser.add_argument("--name", required=True, help="name of the new run")
        parser.add_argument(
            "--model",
            metavar="FOLDER_OR_NAME",
            help="a local folder of weights or a name on the hub; by default the MiniLM that "
            "was installed with Regrade",
        )
        parser.add_argument(
            "--depth", type=int, default=100, help="how many passages a topic, from the top (100)"
        )
        parser.add_argument(
            "--now", action="store_true", help="compute in this process and need no worker"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        job = create_rerank_job(
            run=by_name(Run, options["run"]),
            name=options["name"],
            ranker=options["ranker"],
            model=options["model"],
            depth=options["depth"],
        )
        try:
            run = self._compute(job, is_now=options["now"])
        except KeyboardInterrupt:
            self.stderr.write(_where_it_stands(options["name"], is_now=options["now"]))
            sys.exit(130)
        self.stdout.write(_report(run))

    def _compute(self, job: Job, *, is_now: bool) -> Run:
        with _bar() as tell:
            if is_now:
                return run_job_now(job=job, progress=tell)
            offer_job(job=job)
            return follow_job(job=job, progress=self._with_patience(tell))

    def _with_patience(self, tell: Tell) -> Tell:
        """Say it once when no worker seems to be there."""
        due = [time.monotonic() + PATIENCE_S]

        def tell_and_warn(state: JobProgress) -> None:
            tell(state)
            if due and not state.is_begun and time.monotonic() > due[0]:
                due.clear()
                self.stderr.write(NO_WORKER)

        return tell_and_warn


@contextmanager
def _bar() -> Iterator[Tell]:
    with tqdm(unit="topic", delay=SILENT_FOR_S, file=sys.stderr) as bar:

        def tell(state: JobProgress) -> None:
            bar.total = state.n_topics
            bar.update(state.n_topics_done - bar.n)

        yield tell


def _where_it_stands(name: str, *, is_now: bool) -> str:
    if is_now:
        return f"Stopped. The topics done so far are kept; the same command goes on with {name}."
    return f"The workers go on with {name}; the same command shows how far they are."


def _report(run: Run) -> str:
    spec = run.spec or {}
    counts = {
        "topics": run.rankings.count(),
        "passages in the top of the run that was re-ranked": spec["n_pairs"],
        "of them without text, left in their old order below the others": spec["n_without_text"],
        "passages at most for a topic": run.depth,
    }
    by = f"{spec['label']} ({spec['model']['name']})"
    return report(f"Run {run.name}: {spec['parent']} re-ranked by {by}:", counts)
