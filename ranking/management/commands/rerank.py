from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from ranking.management.jobs import JobCommand
from ranking.management.reports import report
from ranking.models import Run
from ranking.services.bert_dot import RANKER
from ranking.services.lookup import by_name
from ranking.services.rerank import create_rerank_job


class Command(JobCommand):
    help = (
        "Re-rank the top of a run by a BERT bi-encoder: a passage scores the dot product of its "
        "vector with the query's. Workers do it, or with --now this process. Stopped at any "
        "moment, the same command goes on with what remains. The new run holds the top DEPTH "
        "passages of each topic and no others; passages without text stay in their old order "
        "below those with one."
    )
    no_worker = "No worker has begun yet. ./dev up starts one; with --now none is needed."

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
        if self.is_there(options["name"]):
            return
        run = self.compute(job, is_now=options["now"])
        self.stdout.write(_report(run))


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
