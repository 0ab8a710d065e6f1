from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from annotation.identity.links import lines_of_link
from annotation.models import Campaign, Role
from annotation.people.invitations import create_invitation, link_path
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from regrade.counted import counted


class Command(RegradeCommand):
    help = (
        "Make a link by which people join a campaign. It is printed this once; only its hash is"
        " stored. REGRADE_ADDRESS says where people reach this installation; without it, the link"
        " is a path to put behind that address."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="what to invite to")
        parser.add_argument(
            "--role", choices=Role.values, default=Role.ASSESSOR, help="default assessor"
        )
        parser.add_argument("--days", type=int, default=14, help="how long it stands; default 14")
        parser.add_argument(
            "--uses", type=int, default=1, metavar="N", help="how many may join by it; default 1"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        invitation, token = create_invitation(
            campaign=by_name(Campaign, options["campaign"]),
            role=Role(options["role"]),
            days=options["days"],
            max_uses=options["uses"],
        )
        self.stdout.write(
            f"For {counted(invitation.max_uses, 'use')} as {invitation.role}, until"
            f" {invitation.expires_at:%Y-%m-%d %H:%M} UTC:"
        )
        self.stdout.write("\n".join(lines_of_link(link_path(token))))
