from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from annotation.models import LabelSet
from evaluation.comparisons.comparing import Question, compare_runs
from evaluation.comparisons.methods import methods_of
from evaluation.comparisons.options import paired_options
from evaluation.comparisons.results import ComparedRuns
from evaluation.comparisons.rows import comparison_rows
from evaluation.management.options import (
    add_common_options,
    add_test_options,
    asked_scores,
    chosen_test_options,
)
from evaluation.reports.latex import comparison_latex
from evaluation.reports.readable import comparison_markdown, readable_rows
from evaluation.reports.rows import caveats, comparison_table, narrowing
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.tables import render
from ranking.models import Run
from regrade.significance import CORRECTIONS, TESTS


class Command(RegradeCommand):
    help = (
        "Compare runs with a baseline run under each label set, or (--baseline-labels) each run"
        " with itself under old and new labels; with a paired test over topics."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_common_options(parser, "latex", "markdown")
        parser.add_argument("--baseline", metavar="R", help="run to compare the others with")
        parser.add_argument("--baseline-labels", metavar="L0", help="labels to compare others with")
        parser.add_argument("--test", choices=list(TESTS), default="t", help="default t")
        parser.add_argument(
            "--correction",
            choices=["none", *CORRECTIONS],
            default="none",
            help="of p-values and stars, for all tests that the table shows; default none",
        )
        parser.add_argument(
            "--effect-sizes", action="store_true", help="Cohen's d and Cliff's delta beside p"
        )
        parser.add_argument(
            "--methods",
            action="store_true",
            help="print a paragraph for a paper of what was done instead, with cautions",
        )
        add_test_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        baseline, old_labels = options["baseline"], options["baseline_labels"]
        question = Question(
            **asked_scores(options),
            baseline=by_name(Run, baseline) if baseline else None,
            baseline_labels=by_name(LabelSet, old_labels) if old_labels else None,
            test=options["test"],
            options=paired_options(test=options["test"], **chosen_test_options(options)),
            effect_sizes=options["effect_sizes"],
            correction=options["correction"],
        )
        compared = compare_runs(question=question)
        if options["methods"]:
            self.stdout.write("\n\n".join(_methods(compared)))
            return
        self.stdout.write(_rendered(compared, options["format"]))
        if options["format"] in ("json", "csv"):
            for line in narrowing(compared.topics):
                self.stderr.write(line)


def _methods(compared: ComparedRuns) -> list[str]:
    methods = methods_of(compared)
    return [
        methods.text,
        *(f"{', '.join(one.measures)}: {one.caution}" for one in methods.cautions),
    ]


def _rendered(compared: ComparedRuns, style: str) -> str:
    if style == "json":
        return render(comparison_rows(compared), style)
    if style == "latex":
        return comparison_latex(compared).rstrip("\n")
    if style == "markdown":
        return comparison_markdown(compared).rstrip("\n")
    if style == "csv":
        return render(comparison_table(compared), style)
    return "\n".join([render(readable_rows(compared), style), "", *caveats(compared)])
