from __future__ import annotations

from argparse import ArgumentTypeError
from typing import Any

from ranking.lookup import by_name
from ranking.management.arguments import argument, read_by
from ranking.management.base import RegradeCommand
from ranking.models import Run
from ranking.runs.aggregating import aggregate_first_n, aggregate_pairs
from ranking.runs.pairs import parse_depths
from regrade.neural.pairs.aggregation import AGGREGATIONS, PLAIN
from regrade.tables import report


def _numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no list of whole numbers") from None


class Command(RegradeCommand):
    help = (
        "Make another ranking of the pair scores that duo-t5 left with a run: a new run, its "
        "child, without asking the model again. What the run ranks beyond the pairs stays in its "
        "old order below them. The same command again reports the run that is there."
    )

    arguments = (
        argument("run", metavar="RUN", help="the run with pair scores"),
        argument(
            "--by", required=True, choices=list(AGGREGATIONS), help="how a passage's pairs add up"
        ),
        argument("--name", required=True, help="name of the new run"),
        argument(
            "--cuts",
            type=_numbers,
            metavar="200,100,50",
            help="with loop-truncation: how many passages each round keeps, descending "
            "(200,100,50)",
        ),
        argument(
            "--within",
            choices=list(PLAIN),
            help="with loop-truncation: what each round aggregates by (sym-log-sum)",
        ),
        argument(
            "--first-n",
            type=read_by(parse_depths),
            metavar="30,50,100",
            help="only the pairs among the first n candidates of each topic, those that another "
            "inference at n would ask for; several make a run each, NAME-30 and so on",
        ),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        plan: dict[str, Any] = {
            "run": by_name(Run, options["run"]),
            "name": options["name"],
            "by": options["by"],
            "parameters": {
                key: options[key] for key in ("cuts", "within") if options[key] is not None
            },
        }
        first_n = options["first_n"]
        runs = aggregate_first_n(**plan, first_n=first_n) if first_n else [aggregate_pairs(**plan)]
        self.stdout.write("\n".join(_report(run, options["run"]) for run in runs))


def _report(run: Run, parent: str) -> str:
    counts = {
        "topics": run.rankings.count(),
        "passages at most for a topic": run.depth,
    }
    label = (run.spec or {})["label"]
    return report(f"Run {run.name}: the pairs of {parent} aggregated by {label}:", counts)
