from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from evaluation.comparisons.options import system_options
from evaluation.exceptions import NotComparable
from evaluation.families.systems import (
    METHODS,
    SystemsQuestion,
    compare_systems,
    system_rows,
)
from evaluation.management.options import add_common_options, add_draws, asked_scores
from evaluation.reports.families import family_lines
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.tables import render
from ranking.models import Run
from regrade.significance import CORRECTIONS
from regrade.significance.wording import shown_p


class Command(RegradeCommand):
    help = (
        "Compare systems as one family, for each label set and measure: all pairs of runs, or"
        " all with a baseline, topics as blocks; or an analysis of variance."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_common_options(parser)
        parser.add_argument(
            "--method", choices=METHODS, default=METHODS[0], help=f"default {METHODS[0]}"
        )
        parser.add_argument(
            "--baseline", metavar="R", help="one of the runs; for Dunnett's tests and mixed"
        )
        parser.add_argument(
            "--correction",
            choices=list(CORRECTIONS),
            help="where the method's p-values do not hold for all pairs at once; default holm",
        )
        add_draws(parser, "--permutations", "of the randomized methods; default 10000")

    def handle(self, *args: Any, **options: Any) -> None:
        baseline, correction = options["baseline"], options["correction"]
        if correction and options["method"] != "mixed":
            message = f"{options['method']} needs no correction: it is for the method mixed."
            raise NotComparable(message, code="needs_no_correction")
        question = SystemsQuestion(
            **asked_scores(options),
            method=options["method"],
            baseline=by_name(Run, baseline) if baseline else None,
            options=system_options(seed=options["seed"], permutations=options["permutations"]),
            correction=correction or "holm",
        )
        compared = compare_systems(question=question)
        rows = system_rows(compared)
        if options["format"] == "table":
            rows = [_readable(row, compared.method) for row in rows]
        self.stdout.write(render(rows, options["format"]))
        notes = self.stdout if options["format"] == "table" else self.stderr
        for line in family_lines(compared):
            notes.write(line)


def _readable(row: dict[str, Any], method: str) -> dict[str, Any]:
    """The columns that a person reads; p never shows as nought."""
    shown = {**row, "measure": row["measure"] + (" ↓" if row["lower_is_better"] else "")}
    shown |= {key: shown_p(row[key]) for key in ("p_value", "p_adjusted") if key in row}
    hidden = {"lower_is_better", "confidence"} | (set() if method == "mixed" else {"p_adjusted"})
    return {column: value for column, value in shown.items() if column not in hidden}
