from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.models import CampaignState, Pool
from annotation.scales import GradeOption, parse_scale
from annotation.services.create_campaign import create_campaign
from annotation.services.set_campaign_state import set_campaign_state
from ranking.files.lines import read_lines
from ranking.management.base import RegradeCommand
from ranking.services.lookup import by_name


class Command(RegradeCommand):
    help = "Set up the judging of a pool; the campaign is open at once unless --draft is given."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="name of the new campaign")
        parser.add_argument("--pool", required=True, help="pool to judge")
        parser.add_argument(
            "--grades",
            required=True,
            help="the scale: 1-5, or with names 0=Wrong,1=Topic,2=Partial*,3=Perfect*"
            " (a star asks for marked words)",
        )
        parser.add_argument(
            "--judgments-per-pair", type=int, default=3, metavar="K", help="default 3"
        )
        parser.add_argument("--guideline", type=Path, metavar="FILE.md", help="Markdown, UTF-8")
        parser.add_argument("--seed", type=int, help="of every random order (default: drawn)")
        parser.add_argument("--draft", action="store_true", help="do not open it yet")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = create_campaign(
            name=options["name"],
            pool=by_name(Pool, options["pool"]),
            grades=_scale(options["grades"]),
            judgments_per_pair=options["judgments_per_pair"],
            guideline=_guideline(options["guideline"]),
            seed=options["seed"],
        )
        if not options["draft"]:
            campaign = set_campaign_state(campaign=campaign, state=CampaignState.OPEN)
        n_pairs = campaign.pairs.count()
        self.stdout.write(
            f"Campaign {campaign.name} is {campaign.state}: {n_pairs} pairs,"
            f" {n_pairs * campaign.judgments_per_pair} judgments wanted, seed {campaign.seed}."
        )


def _scale(text: str) -> list[GradeOption]:
    try:
        return parse_scale(text)
    except ValueError as error:
        raise CommandError(f"--grades: {error}") from error


def _guideline(path: Path | None) -> str:
    return "\n".join(line.text for line in read_lines(path)) if path else ""
