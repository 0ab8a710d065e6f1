from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandParser

from annotation.campaigns.pilot_report import PilotReport, pilot_report
from annotation.models import Campaign
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.tables import FORMATS, render
from regrade.tables import CSV_STYLES

# How the tables of a report call what CSV and JSON have under its name in the code.
IN_WORDS = {
    "n_judged": "judged",
    "n_not_judged": "not judged",
    "median_active_ms": "median ms",
    "n_shared": "shared",
    "agreement": "same grade",
    "mean_difference": "above others",
    "kappa_quadratic": "kappa, quadratic",
    "n_pairs": "pairs",
    "n_topics": "topics",
    "n_votes": "votes",
    "n_filled": "pairs judged by all",
    "fleiss_kappa": "Fleiss' kappa",
    "fleiss_n_pairs": "its pairs",
    "fleiss_votes": "its votes a pair",
    "cohen_kappa": "Cohen's kappa",
    "cohen_kappa_quadratic": "Cohen's kappa, quadratic",
    "alpha_nominal": "Krippendorff's alpha, nominal",
    "alpha_ordinal": "Krippendorff's alpha, ordinal",
    "percent_agreement": "share of equal grades",
    "reasons": "why not judged",
}

# Of Fleiss' kappa it is said what its votes are: those of all who took part.
NOT_SHOWN = ("scope", "n_pairs", "fleiss_rule")


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
        if options["format"] in CSV_STYLES:
            self.stdout.write(render(rows, options["format"]))
            return
        if not report.n_pairs:
            self.stdout.write(f"No pilot is drawn for {options['name']}; draw_pilot draws one.")
            return
        named = [{IN_WORDS.get(name, name): value for name, value in row.items()} for row in rows]
        self.stdout.write(render(named, "table") if named else "Nobody is a member yet.")
        self.stdout.write(f"\n{report.verdict.sentence}\n")
        for name, value in _overall(report).items():
            if value not in (None, {}):
                self.stdout.write(f"{IN_WORDS.get(name, name)}: {_shown(value)}")


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {n}" for name, n in value.items())
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _overall(report: PilotReport) -> dict[str, Any]:
    agreement = report.agreement._asdict()
    return {
        "n_pairs": report.n_pairs,
        "n_topics": report.n_topics,
        "verdict": report.verdict.sentence,
        **{name: value for name, value in agreement.items() if name not in NOT_SHOWN},
        "reasons": report.reasons,
    }


def _whole(report: PilotReport) -> dict[str, Any]:
    return _overall(report) | {"assessors": [row._asdict() for row in report.assessors]}
