from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from ranking.lookup import by_name
from ranking.management.arguments import argument, read_by
from ranking.management.base import RegradeCommand
from ranking.management.tables import render
from ranking.models import Run
from ranking.runs.pairs import flip_rates, parse_depths
from regrade.files.outputs import STDOUT, writing

TABLES = (".csv", ".json")


def _file(text: str) -> Path:
    if Path(text) != STDOUT and Path(text).suffix not in TABLES:
        raise ArgumentTypeError(f"{text!r} does not end in {' or '.join(TABLES)}")
    return Path(text)


class Command(RegradeCommand):
    help = (
        "How often the pairs of a duo-t5 run flip: of two passages each is said to win, or to "
        "lose, when it comes first. A topic's mean flip rate is the share of its pairs that do; "
        "the table has its mean and quartiles over topics among the first n passages, for each n. "
        "Topics that paired fewer passages are left out of a line. The run's page of pairs draws "
        "them."
    )

    arguments = (
        argument("run", metavar="RUN", help="the run with pair scores"),
        argument(
            "--depths",
            type=read_by(parse_depths),
            default=[],
            metavar="10,20,50",
            help="each n, or ranges such as 2-50; by default 5, 10, 20, 30, 50, 100 and 200 as "
            "far as there are pairs, and the most that a topic paired",
        ),
        argument(
            "--output",
            type=_file,
            metavar="FILE",
            help="write the table to FILE.csv or FILE.json as well, replacing it; - is "
            "CSV on standard output",
        ),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        output = options["output"]
        flips = flip_rates(run=by_name(Run, options["run"]), depths=options["depths"])
        rows = [rates._asdict() for rates in flips.rates]
        if output is not None:
            with writing(output) as stream:
                stream.write(f"{render(rows, output.suffix[1:] or 'csv')}\n")
        self.report_output(render(rows, "table"), output)
