from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.campaigns.drawing_more import draw_more
from annotation.campaigns.growing import Growth, add_pairs
from annotation.models import Campaign, LabelSet
from ranking.lookup import all_by_name, by_name
from ranking.management.base import RegradeCommand, add_names
from ranking.models import Run
from regrade.tables import report

RUN_OPTIONS = ("runs", "depth", "without_labels", "new_topics", "only_look")


class Command(RegradeCommand):
    help = (
        "Add the top passages of runs to a campaign that is not over; people judge on meanwhile. "
        "Pairs that it has stay as they are. Its labels are then joined to older ones by "
        "combine_labels. Into a campaign whose pool was drawn by design, --draw draws more."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--campaign", required=True, help="the campaign that gets them")
        add_names(parser, "--runs", "runs to take them from, comma-separated", required=False)
        parser.add_argument("--depth", type=int, help="how many passages a run and topic")
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
        parser.add_argument(
            "--draw", type=int, metavar="N", help="draw N more pairs, instead of those of runs"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = by_name(Campaign, options["campaign"])
        if options["draw"] is not None:
            self.stdout.write(_drawn(campaign, options))
            return
        if not options["runs"] or options["depth"] is None:
            raise CommandError("Pairs come from --runs and --depth, or from --draw.")
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


def _drawn(campaign: Campaign, options: dict[str, Any]) -> str:
    for name in RUN_OPTIONS:
        if options[name]:
            raise CommandError(
                f"--draw goes on with its pool's draw; leave --{name.replace('_', '-')} out."
            )
    drawn = draw_more(campaign=campaign, n=options["draw"])
    counts: dict[str, int | str] = {
        "new pairs": drawn.n_pairs,
        "judgments wanted more": drawn.n_judgments,
        "drawn pairs in all": drawn.n_in_all,
        "that can be drawn": drawn.n_drawable,
    }
    return report(f"Campaign {campaign.name} got:", counts)


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
