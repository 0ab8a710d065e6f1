from __future__ import annotations

from typing import Any

from ranking.jobs.creating import create_job
from ranking.lookup import by_name
from ranking.management.arguments import argument, flag
from ranking.management.jobs import JobCommand
from ranking.management.model_arguments import (
    model_arguments,
    read_model_options,
    refuse_foreign,
)
from ranking.models import Run
from ranking.parameters import texts
from ranking.rankers.neural_rankers import NEURAL_RANKERS
from ranking.rankers.rerank_plan import PAIRS_PER_CHUNK, plan_rerank
from regrade.tables import report


class Command(JobCommand):
    help = (
        "Re-rank the top of a run by a model, by workers unless --now has this process compute: a "
        "cross-encoder (bert-cat for a BERT, cross-encoder for any), a bi-encoder (bert-dot), late "
        "interaction (colbert), a transformer-kernel model (tk), monoT5 (mono-t5), or duoT5, which "
        "compares every two passages (duo-t5). Stopped at any moment, the same command goes on "
        "with what remains. The new run holds the top DEPTH passages of each topic and no others; "
        "passages without text stay in their old order below those with one."
    )
    no_worker = "No worker is at work yet. ./dev up starts one; with --now none is needed."

    arguments = (
        argument("run", metavar="RUN", help="the run to re-rank"),
        argument("--ranker", required=True, choices=list(NEURAL_RANKERS), help="what scores"),
        argument("--name", required=True, help="name of the new run"),
        argument(
            "--depth",
            type=int,
            help="how many passages a topic, from the top (100; for duo-t5 50)",
        ),
        flag("--now", "compute in this process and need no worker"),
        argument(
            "--pairs-per-chunk",
            type=int,
            default=PAIRS_PER_CHUNK,
            help=f"{texts.PAIRS_PER_CHUNK} ({PAIRS_PER_CHUNK:,})",
        ),
        *model_arguments(NEURAL_RANKERS),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_foreign(options["ranker"], options)
        plan = plan_rerank(
            run=by_name(Run, options["run"]),
            name=options["name"],
            ranker=options["ranker"],
            depth=options["depth"],
            pairs_per_chunk=options["pairs_per_chunk"],
            **read_model_options(options),
        )
        if self.is_there(plan.name):
            return
        run = self.compute(create_job(plan=plan), is_now=options["now"])
        self.stdout.write(_report(run))


def _report(run: Run) -> str:
    spec = run.spec or {}
    counts = {
        "topics": (n_topics := run.rankings.count()),
        f"topics without candidates in {spec['parent']}": run.topic_set.topics.count() - n_topics,
        "passages in the top of the run that was re-ranked": spec["n_pairs"],
        "of them without text, left in their old order below the others": spec["n_without_text"],
        "passages at most for a topic": run.depth,
    }
    by = f"{spec['label']} ({spec['model']['name']})"
    return report(f"Run {run.name}: {spec['parent']} re-ranked by {by}:", counts)
