from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.models import LabelSet
from evaluation.management.options import add_draws
from evaluation.models import Study
from evaluation.reports.studies import (
    by_topic_rows,
    failure_rows,
    shown_rows,
    study_latex,
    study_lines,
    study_rows,
)
from evaluation.scores.measures import measures_of
from evaluation.studies.failures import WHICH, FailureQuestion, find_failures
from evaluation.studies.reading import question_asked, read_by_topic, read_study
from evaluation.studies.testing import STUDY_TESTS
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.tables import FORMATS, render
from regrade.significance import CORRECTIONS


class Command(RegradeCommand):
    help = (
        "Print a study's table: every ranker over the originals and each variant, with "
        "differences, tests against the originals, and markers between rankers. Or one variant "
        "query by query (--topics), or the topics where rankers fail, with texts (--failures). "
        "Other settings are those of the study's file; any label set of its originals will do."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("name", metavar="NAME", help="the study")
        add("--labels", metavar="L", help="another label set of the originals")
        add("--measures", help='other measures, such as "RR@10,R@1000"')
        add("--test", choices=STUDY_TESTS, help="another test")
        add("--correction", choices=["none", *CORRECTIONS], help="of p-values, in each family")
        add(
            "--by",
            choices=("variant", "kind"),
            default="variant",
            help="a line for each variant (default), or for each kind of change",
        )
        add(
            "--letters",
            action="store_true",
            help="compare lines with each other: those that share a letter do not differ",
        )
        shown = parser.add_mutually_exclusive_group()
        shown.add_argument("--topics", metavar="VARIANT", help="this variant, query by query")
        shown.add_argument("--failures", metavar="VARIANT", help="topics of it where rankers fail")
        _add_failures(parser.add_argument_group("with --failures"))
        add_draws(parser, "--permutations", "random draws of randomization and bootstrap")
        add("--format", choices=[*FORMATS, "latex"], default="table", help="default table")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["within"] < 1:
            raise CommandError(f"--within is 1 or more, not {options['within']}.")
        study = by_name(Study, options["name"])
        labels = options["labels"]
        label_set = by_name(LabelSet, labels) if labels else study.label_set
        if options["topics"] or options["failures"]:
            if options["format"] == "latex":
                raise CommandError(
                    "LaTeX is for the table alone: leave --topics and --failures out."
                )
            read = self._failures if options["failures"] else self._topics
            self._print(read(study, label_set, options), options["format"])
            return
        self._table(study, label_set, options)

    def _table(self, study: Study, label_set: LabelSet, options: dict[str, Any]) -> None:
        question = question_asked(study, label_set, options, is_limited=False)
        table = read_study(question)
        if options["format"] == "latex":
            self.stdout.write(study_latex(table).rstrip("\n"))
        elif options["format"] == "table":
            self.stdout.write(render(shown_rows(table), "table"))
            self.stdout.write("\n" + "\n".join(study_lines(table)))
        else:
            self._print(study_rows(table), options["format"])

    def _topics(
        self, study: Study, label_set: LabelSet, options: dict[str, Any]
    ) -> list[dict[str, Any]]:
        measure = measures_of(options["measures"] or study.measures)[0]
        shown = read_by_topic(
            study=study, label_set=label_set, measure=measure, variant=options["topics"]
        )
        return by_topic_rows(shown)

    def _failures(
        self, study: Study, label_set: LabelSet, options: dict[str, Any]
    ) -> list[dict[str, Any]]:
        question = FailureQuestion(
            study,
            label_set,
            options["failures"],
            options["which"],
            options["within"],
            options["ranker"],
        )
        return list(failure_rows(find_failures(question), question))

    def _print(self, rows: Sequence[dict[str, Any]], style: str) -> None:
        if not rows and style == "table":
            self.stdout.write("No topic.")
            return
        self.stdout.write(render(rows, style))


def _add_failures(group: Any) -> None:
    group.add_argument(
        "--which",
        choices=WHICH,
        default="introduced",
        help="of a ranker that did not fail on the originals (introduced, the default), of all "
        "rankers (shared), of one alone, or of none any more (repaired)",
    )
    group.add_argument(
        "--within",
        type=int,
        default=1,
        metavar="K",
        help="a ranker fails if no relevant passage is among its first K (1)",
    )
    group.add_argument("--ranker", metavar="R", help="failures of this ranker alone")
