from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.box_plots import Box, Captions, box_plot
from ranking.management.tables import render
from ranking.models import Run
from ranking.runs.depth_list import parse_depths
from ranking.runs.flip_rates import RunFlips, flip_rates
from regrade.files.outputs import STDOUT, writing

TABLES, FIGURES = (".csv", ".json"), (".svg",)


class Command(RegradeCommand):
    help = (
        "Tell how often the pairs of a duo-t5 run flip: of two passages each is said to win, or "
        "to lose, when it comes first. A topic's mean flip rate is the share of its pairs that "
        "do; the table has its mean and quartiles over topics among the first n passages, for "
        "each n. Topics that paired fewer passages are left out of a line."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", metavar="RUN", help="the run with pair scores")
        parser.add_argument(
            "--depths",
            type=_depths,
            default=[],
            metavar="10,20,50",
            help="each n, or ranges such as 2-50; by default 5, 10, 20, 30, 50, 100 and 200 as "
            "far as there are pairs, and the most that a topic paired",
        )
        parser.add_argument(
            "--output",
            type=_file(TABLES),
            metavar="FILE",
            help="write the table to FILE.csv or FILE.json as well, replacing what is there; - is "
            "CSV on standard output",
        )
        parser.add_argument(
            "--figure",
            type=_file(FIGURES),
            metavar="FILE",
            help="draw a box plot for each n to FILE.svg, replacing what is there; - is standard "
            "output",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        output, figure = options["output"], options["figure"]
        if output == figure == STDOUT:
            raise CommandError("--output and --figure cannot both be -: name a file for one.")
        flips = flip_rates(run=by_name(Run, options["run"]), depths=options["depths"])
        rows = [rates._asdict() for rates in flips.rates]
        if output is not None:
            _write(output, f"{render(rows, output.suffix[1:] or 'csv')}\n")
        if figure is not None:
            _write(figure, draw_flips(flips))
        self.report_output(render(rows, "table"), output, figure)


def draw_flips(flips: RunFlips) -> str:
    """The figure of the table."""
    boxes = [Box(str(each.n), f"{each.n_topics:,}", *each[3:], each.mean) for each in flips.rates]
    note = "Share of a topic's pairs that flip; whiskers to the extremes, dots are means"
    x = "first n passages; below, the topics that paired so many"
    captions = Captions(f"Flips of {flips.run.name}", note, x)
    return box_plot(boxes, captions)


def _write(path: Path, text: str) -> None:
    with writing(path) as stream:
        stream.write(text)


def _file(suffixes: tuple[str, ...]) -> Callable[[str], Path]:
    def path(text: str) -> Path:
        if Path(text) != STDOUT and Path(text).suffix not in suffixes:
            raise ArgumentTypeError(f"{text!r} does not end in {' or '.join(suffixes)}")
        return Path(text)

    return path


def _depths(text: str) -> list[int]:
    try:
        return parse_depths(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error
