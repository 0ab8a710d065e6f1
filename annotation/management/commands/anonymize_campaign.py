from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from annotation.models import Campaign
from annotation.people.anonymizing import anonymize_campaign
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from regrade.counted import counted


class Command(RegradeCommand):
    help = (
        "Cut the link between the pseudonyms of a closed or archived campaign and accounts. This"
        " can never be undone."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="whose people to make anonymous")
        parser.add_argument(
            "--confirm", required=True, metavar="NAME", help="the campaign's name once more"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        done = anonymize_campaign(
            campaign=by_name(Campaign, options["campaign"]), confirmation=options["confirm"]
        )
        self.stdout.write(
            f"{counted(done.n_people, 'membership')} made anonymous,"
            f" {counted(done.n_deleted_accounts, 'account')} deleted,"
            f" {counted(done.n_revoked_invitations, 'invitation')} ended."
        )
