from __future__ import annotations

from typing import Any

from ranking.lookup import all_by_name
from ranking.management.arguments import argument
from ranking.management.base import RegradeCommand
from ranking.models import Run
from ranking.runs.fusing import fuse_runs
from regrade.fusion import METHODS, NORMALIZATIONS
from regrade.fusion.fusing import DEPTH, K
from regrade.tables import report

ASKED = ("name", "method", "k", "normalization", "depth")


class Command(RegradeCommand):
    help = (
        "Fuse runs over the same collection and topics into a new run, by their ranks or their "
        "scores. The same command again reports the run that is there."
    )

    arguments = (
        argument("name", metavar="NAME", help="name of the new run"),
        argument("runs", nargs="+", metavar="RUN", help="runs to fuse, two or more"),
        argument("--method", choices=list(METHODS), default="rrf", help="how (default rrf)"),
        argument("--k", type=int, help=f"of rrf (default {K}): the less, the steeper"),
        argument(
            "--normalization",
            choices=list(NORMALIZATIONS),
            help="of the scores of a topic, for combsum, combmnz and combanz (default min-max)",
        ),
        argument(
            "--depth",
            type=int,
            default=DEPTH,
            help=f"passages of a topic that are read of each run and kept (default {DEPTH})",
        ),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        runs = all_by_name(Run, options["runs"], "collection", "topic_set")
        run = fuse_runs(runs=runs, **{key: options[key] for key in ASKED})
        counts = {"topics": run.rankings.count(), "passages at most for a topic": run.depth}
        by = (run.spec or {})["label"]
        self.stdout.write(report(f"Run {run.name}: {len(runs)} runs fused by {by}:", counts))
