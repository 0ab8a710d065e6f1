from __future__ import annotations

from typing import Any

from ranking.lookup import by_name
from ranking.management.arguments import argument
from ranking.management.base import RegradeCommand
from ranking.models import Collection, Run
from ranking.runs.rolling_up import LABELS, roll_up
from regrade.tables import report


class Command(RegradeCommand):
    help = (
        "Turn a run over windows, as make_windows makes them, into a run over their documents, "
        "which labels of the documents serve. The same command again reports the run that is "
        "there."
    )

    arguments = (
        argument("run", metavar="RUN", help="the run over windows"),
        argument("--name", required=True, help="name of the new run"),
        argument(
            "--of",
            required=True,
            metavar="COLLECTION",
            help="the collection that has the documents",
        ),
        argument(
            "--by",
            required=True,
            choices=list(LABELS),
            help="what scores a document: its best window (max), or its first one (first), without "
            "which it drops out",
        ),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        run = roll_up(
            run=by_name(Run, options["run"]),
            name=options["name"],
            of=by_name(Collection, options["of"]),
            by=options["by"],
        )
        self.stdout.write(_report(run, options["run"]))


def _report(run: Run, parent: str) -> str:
    spec = run.spec or {}
    counts = {
        "topics": run.rankings.count(),
        "documents at most for a topic": run.depth,
    }
    if spec["by"] == "first":
        counts["documents that dropped out, over all topics"] = spec["n_dropped"]
    return report(f"Run {run.name}: the documents of {parent} by their {spec['label']}:", counts)
