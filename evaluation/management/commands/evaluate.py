from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from evaluation.management.options import (
    add_common_options,
    asked_scores,
)
from evaluation.reports.rows import evaluation_lines, evaluation_table
from evaluation.scores.evaluating import evaluate_runs, evaluation_rows
from ranking.management.base import RegradeCommand
from ranking.management.tables import render

BELOW = {"n_topics", "lower_is_better", "min_relevance", "single_precision"}


class Command(RegradeCommand):
    help = (
        "Score runs under label sets. The topics are those that all label sets have; a topic that"
        " a run lacks counts with the measure's worst value."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_common_options(parser)
        parser.add_argument("--per-topic", action="store_true", help="every topic's value too")

    def handle(self, *args: Any, **options: Any) -> None:
        evaluations = evaluate_runs(**asked_scores(options))
        per_topic, style = options["per_topic"], options["format"]
        make = evaluation_rows if style == "json" else evaluation_table
        rows = make(evaluations, per_topic=per_topic)
        if style == "table":
            rows = [_readable(row) for row in rows]
        self.stdout.write(render(rows, style))
        # JSON and CSV are read by programs: what must be said beside them goes to standard error.
        notes = self.stdout if style == "table" else self.stderr
        for line in evaluation_lines(evaluations):
            notes.write(line)


def _readable(row: dict[str, Any]) -> dict[str, Any]:
    """The columns that a person reads; what is the same on every line stands below the table."""
    shown = {**row, "measure": row["measure"] + (" ↓" if row["lower_is_better"] else "")}
    return {column: value for column, value in shown.items() if column not in BELOW}
