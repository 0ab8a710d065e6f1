from __future__ import annotations

from itertools import chain
from typing import Any, get_args

from django.core.management.base import CommandParser

from annotation.models import LabelSet
from evaluation.comparisons.freezing import compare_runs
from evaluation.comparisons.methods import methods_of
from evaluation.comparisons.options import paired_options
from evaluation.comparisons.question import Question
from evaluation.comparisons.results import ComparedRuns
from evaluation.comparisons.rows import comparison_rows
from evaluation.exceptions import NotComparable
from evaluation.families.letters import LETTER_METHODS, letter_comparison
from evaluation.management.options import (
    add_common_options,
    add_test_options,
    asked_scores,
    chosen_test_options,
)
from evaluation.reports.latex import LatexForm, LatexOptions, comparison_latex
from evaluation.reports.readable import comparison_markdown, readable_rows
from evaluation.reports.rows import caveats, comparison_table, narrowing
from evaluation.scores.evaluating import run_notes
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.tables import render
from ranking.models import Run
from regrade.significance import CORRECTIONS, FAMILIES, TESTS, USUAL_TEST
from regrade.tables import CSV_STYLES


class Command(RegradeCommand):
    help = (
        "Compare runs with a baseline run under each label set, or (--baseline-labels) each run"
        " with itself under old and new labels; with a paired test over topics."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_common_options(parser, "latex", "markdown")
        parser.add_argument(
            "--baseline",
            metavar="R",
            help="run to compare the others with; without it, and without --baseline-labels, the"
            " one that is best by the first measure under the first labels",
        )
        parser.add_argument("--baseline-labels", metavar="L0", help="labels to compare others with")
        parser.add_argument(
            "--test", choices=list(TESTS), default=USUAL_TEST, help=f"default {USUAL_TEST}"
        )
        parser.add_argument(
            "--correction",
            choices=["none", *CORRECTIONS],
            default="none",
            help="of p-values and stars; default none",
        )
        parser.add_argument(
            "--family",
            choices=list(FAMILIES),
            default="column",
            help="the tests that a p is corrected for: "
            + "; ".join(f"{name}, {text}" for name, text in FAMILIES.items())
            + ". Tests that repeat another count once; default column",
        )
        parser.add_argument(
            "--effect-sizes", action="store_true", help="Cohen's d and Cliff's delta beside p"
        )
        _add_latex_options(parser)
        parser.add_argument(
            "--methods",
            action="store_true",
            help="print a paragraph for a paper of what was done instead, with cautions",
        )
        add_test_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        baseline, old_labels = options["baseline"], options["baseline_labels"]
        if (options["letters"] or options["form"] != "plain") and options["format"] != "latex":
            raise NotComparable("--form and --letters are for --format latex.", code="latex_only")
        question = Question(
            **asked_scores(options),
            baseline=by_name(Run, baseline) if baseline else None,
            baseline_labels=by_name(LabelSet, old_labels) if old_labels else None,
            test=options["test"],
            options=paired_options(test=options["test"], **chosen_test_options(options)),
            effect_sizes=options["effect_sizes"],
            correction=options["correction"],
            family=options["family"],
        )
        compared = compare_runs(question=question)
        if options["methods"]:
            self.stdout.write("\n\n".join(_methods(compared)))
            return
        if options["format"] == "latex":
            self.stdout.write(_latex(compared, options["form"], options["letters"]))
        else:
            self.stdout.write(_rendered(compared, options["format"]))
        if options["format"] in ("json", *CSV_STYLES):
            notes = chain.from_iterable(
                run_notes(block.scores, compared.topics) for block in compared.blocks
            )
            for line in chain(narrowing(compared.topics), notes):
                self.stderr.write(line)


def _add_latex_options(parser: CommandParser) -> None:
    parser.add_argument(
        "--form",
        choices=get_args(LatexForm),
        default="plain",
        help="of --format latex: plain has the means, intervals also differences with their"
        " intervals, full also the change in %% and p; default plain",
    )
    parser.add_argument(
        "--letters",
        choices=LETTER_METHODS,
        help="raise letters instead of stars at the means of --format latex, by this test of"
        " all pairs of runs",
    )


def _latex(compared: ComparedRuns, form: LatexForm, method: str | None) -> str:
    letters = letter_comparison(compared, method) if method else None
    return comparison_latex(compared, LatexOptions(form, letters)).rstrip("\n")


def _methods(compared: ComparedRuns) -> list[str]:
    methods = methods_of(compared)
    return [
        methods.text,
        *(f"{', '.join(one.measures)}: {one.caution}" for one in methods.cautions),
    ]


def _rendered(compared: ComparedRuns, style: str) -> str:
    if style == "json":
        return render(comparison_rows(compared), style)
    if style == "markdown":
        return comparison_markdown(compared).rstrip("\n")
    if style in CSV_STYLES:
        return render(comparison_table(compared), style)
    notes = caveats(compared, intervals="low and high")
    return "\n".join([render(readable_rows(compared), style), "", *notes])
