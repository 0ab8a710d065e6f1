from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from annotation.accounts import account_named
from annotation.identity.links import DEFAULT_HOURS, lines_of_link, link_path, make_link
from ranking.management.base import RegradeCommand


class Command(RegradeCommand):
    help = (
        "Print a link by which an account's owner sets another password, once. Only its hash is"
        " stored; older links of the account end. REGRADE_ADDRESS says where people reach this"
        " installation; without it, the link is a path to put behind that address."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="account to set the password of")
        parser.add_argument(
            "--hours",
            type=int,
            default=DEFAULT_HOURS,
            help=f"how long the link is valid; default {DEFAULT_HOURS}",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_named(options["username"])
        _, token, expires_at = make_link(account=account, hours=options["hours"])
        self.stdout.write(f"For {account}, once, until {expires_at:%Y-%m-%d %H:%M} UTC:")
        self.stdout.write("\n".join(lines_of_link(link_path(token))))
