from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from annotation.models import Campaign, CampaignState
from annotation.services.set_campaign_state import set_campaign_state
from ranking.management.base import RegradeCommand
from ranking.services.lookup import by_name


class Command(RegradeCommand):
    help = "Open, pause, close or archive a campaign. An archived one stays archived."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the campaign")
        parser.add_argument("state", choices=CampaignState.values, help="its new state")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = set_campaign_state(
            campaign=by_name(Campaign, options["name"]), state=CampaignState(options["state"])
        )
        self.stdout.write(f"Campaign {campaign.name} is {campaign.state}.")
