from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from annotation.models import Campaign
from annotation.pilot import PilotReport, pilot_report
from ranking.management.base import RegradeCommand
from ranking.management.tables import FORMATS, render
from ranking.services.lookup import by_name


class Command(RegradeCommand):
    help = (
        "How a campaign's pilot went: for each assessor what was judged, how fast, and how the"
        " grades stand to the others' (the share of others who agree, the mean difference, and"
        " Cohen's quadratic kappa with their median); then agreement over all."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the campaign")
        parser.add_argument("--format", choices=FORMATS, default="table", help="default table")

    def handle(self, *args: Any, **options: Any) -> None:
        report = pilot_report(by_name(Campaign, options["name"]))
        if options["format"] == "json":
            self.stdout.write(render([_whole(report)], "json"))
            return
        rows = [assessor._asdict() for assessor in report.assessors]
        self.stdout.write(render(rows, options["format"]))
        if options["format"] == "table":
            self.stdout.write("")
            self.stdout.write(render([_overall(report)], "table"))


def _overall(report: PilotReport) -> dict[str, Any]:
    agreement = report.agreement._asdict()
    return {
        "n_pairs": report.n_pairs,
        "n_topics": report.n_topics,
        **{name: value for name, value in agreement.items() if name not in ("scope", "n_pairs")},
        "reasons": report.reasons,
    }


def _whole(report: PilotReport) -> dict[str, Any]:
    return _overall(report) | {"assessors": [row._asdict() for row in report.assessors]}
