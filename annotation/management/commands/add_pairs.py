from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from annotation.campaigns.growing import Growth, add_pairs
from annotation.models import Campaign, LabelSet
from ranking.lookup import all_by_name, by_name
from ranking.management.base import RegradeCommand, add_names
from ranking.models import Run
from regrade.tables import report


class Command(RegradeCommand):
    help = (
        "Add the top passages of runs to a campaign that is not over; people judge on meanwhile. "
        "Pairs that it has stay as they are. Its labels are then joined to older ones by "
        "combine_labels."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--campaign", required=True, help="the campaign that gets them")
        add_names(parser, "--runs", "runs to take them from, comma-separated")
        parser.add_argument(
            "--depth", type=int, required=True, help="how many passages a run and topic"
        )
        add_names(
            parser,
            "--without-labels",
            "leave out pairs that these label sets have, comma-separated: judge only new pairs",
            required=False,
        )
        parser.add_argument(
            "--new-topics", action="store_true", help="topics that the campaign has not, too"
        )
        parser.add_argument(
            "--only-look", action="store_true", help="say what would be added, and add nothing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = by_name(Campaign, options["campaign"])
        growth = add_pairs(
            campaign=campaign,
            runs=all_by_name(Run, options["runs"]),
            depth=options["depth"],
            without=all_by_name(LabelSet, options["without_labels"] or []),
            new_topics=options["new_topics"],
            only_look=options["only_look"],
        )
        would = "would get" if options["only_look"] else "got"
        self.stdout.write(report(f"Campaign {campaign.name} {would}:", _counts(growth)))


def _counts(growth: Growth) -> dict[str, int | str]:
    return {
        "new pairs": growth.n_pairs,
        "topics that they are of": growth.n_topics,
        "judgments wanted more": growth.n_judgments,
        "left out, as it has them": growth.n_known,
        "left out, as they are labelled": growth.n_labelled,
        "left out, without a text": growth.n_textless,
        "left out, of topics that it has not": growth.n_other_topics,
    }
