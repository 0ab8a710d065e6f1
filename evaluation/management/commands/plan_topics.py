from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from evaluation.families.topic_plans import plan_asked
from evaluation.reports.families import plan_lines, plan_rows
from ranking.management.base import RegradeCommand, add_names
from ranking.management.tables import FORMATS, render


class Command(RegradeCommand):
    help = (
        "How many topics a difference needs, and the smallest that the topics at hand can find, by"
        " the power of the paired t-test; from how two stored runs differ, or from --sd."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_names(parser, "--runs", "two runs, comma-separated", required=False)
        parser.add_argument("--labels", metavar="L", help="label set")
        parser.add_argument("--measure", metavar="M", help='such as "nDCG@10"')
        parser.add_argument("--sd", type=float, help="of the topics' differences, if known")
        parser.add_argument("--topics", type=int, metavar="N", help="topics at hand, with --sd")
        parser.add_argument("--difference", type=float, metavar="D", help="difference to find")
        parser.add_argument("--power", type=float, default=0.8, help="chance of it; default 0.8")
        parser.add_argument("--alpha", type=float, default=0.05, help="of the family; default 0.05")
        parser.add_argument(
            "--n-tests", type=int, default=1, metavar="M", help="tests in the family; default 1"
        )
        parser.add_argument("--format", choices=FORMATS, default="table", help="default table")

    def handle(self, *args: Any, **options: Any) -> None:
        plan, style = plan_asked(options), options["format"]
        if style == "table":
            self.stdout.write("\n".join(plan_lines(plan)))
        else:
            self.stdout.write(render(plan_rows(plan), style))
