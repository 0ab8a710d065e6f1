from __future__ import annotations

import getpass
import sys
from typing import Any

from django.core.management.base import CommandParser

from annotation.identity.accounts import refuse_guessable
from annotation.identity.rights import Rights
from annotation.models import Campaign
from annotation.people.creating import create_account
from ranking.lookup import all_by_name
from ranking.management.base import RegradeCommand, add_names


class Command(RegradeCommand):
    help = (
        "Make an account that can sign in. The password is asked for on a terminal, else read"
        " from standard input."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="the name to sign in with")
        parser.add_argument("--organizer", action="store_true", help="may organize campaigns")
        parser.add_argument("--researcher", action="store_true", help="may evaluate and compare")
        parser.add_argument(
            "--administrator", action="store_true", help="may do all, and manage accounts"
        )
        add_names(parser, "--judges", "campaigns to judge in, comma-separated", required=False)

    def handle(self, *args: Any, **options: Any) -> None:
        campaigns = all_by_name(Campaign, options["judges"])
        username, password = options["username"], _password()
        refuse_guessable(username=username, password=password)
        user = create_account(
            username=username,
            password=password,
            rights=Rights(
                may_organize=options["organizer"],
                may_research=options["researcher"],
                is_administrator=options["administrator"],
            ),
            judges_in=campaigns,
        )
        self.stdout.write(f"Account {user.username} made.")


def _password() -> str:
    if sys.stdin.isatty():
        return getpass.getpass("Password: ")
    return sys.stdin.readline().rstrip("\n")
