from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from annotation.campaigns.launch import Check, launch_list
from annotation.campaigns.state import set_campaign_state
from annotation.models import Campaign, CampaignState, EventKind
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand


class Command(RegradeCommand):
    help = (
        "Open, pause, close or archive a campaign, or start its pilot. Required conditions are"
        " checked first; recommended ones are reported."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the campaign")
        parser.add_argument("state", choices=CampaignState.values, help="its new state")
        parser.add_argument("--note", default="", help="why; kept in the campaign's log")
        parser.add_argument(
            "--check", action="store_true", help="print the checks, and change nothing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        campaign, state = by_name(Campaign, options["name"]), CampaignState(options["state"])
        if options["check"]:
            found = map(_line, launch_list(campaign, state))
            self.stdout.write("\n".join(found) or "Nothing is checked.")
            return
        campaign = set_campaign_state(campaign=campaign, state=state, note=options["note"])
        self.stdout.write(f"Campaign {campaign.name} is {campaign.state}.")
        for fields in campaign.events.filter(kind=EventKind.STATE).latest("pk").details["checks"]:
            if not fields["is_met"]:
                self.stdout.write(_line(Check(**fields)))


def _line(check: Check) -> str:
    return f"{'ok' if check.is_met else check.severity}: {check.sentence}"
