from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from annotation.campaigns.pilot import draw_pilot
from annotation.models import Campaign
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from regrade.counted import counted


class Command(RegradeCommand):
    help = (
        "Draw pairs for a campaign's pilot: whole topics where the policy serves topics, else"
        " single pairs. Everyone judges them. The campaign is a draft or paused."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the campaign")
        size = parser.add_mutually_exclusive_group(required=True)
        size.add_argument("--share", type=float, help="share of the regular pairs, as 0.02")
        size.add_argument("--pairs", type=int, metavar="N", help="how many pairs at least")
        parser.add_argument("--seed", type=int, help="of the draw (default: the campaign's)")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = by_name(Campaign, options["name"])
        drawn = draw_pilot(
            campaign=campaign,
            share=options["share"],
            n=options["pairs"],
            seed=options["seed"],
        )
        topics = counted(drawn.n_topics, "topic")
        whole = "whole topics, as they are served: " if drawn.is_of_whole_topics else ""
        self.stdout.write(
            f"Drawn for the pilot of {campaign}: {whole}{counted(drawn.n_pairs, 'pair')} of"
            f" {topics}; it has {drawn.n_in_pilot} now."
        )
