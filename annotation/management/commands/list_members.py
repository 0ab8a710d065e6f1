from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from annotation.models import Campaign, Membership
from annotation.people.memberships import Member, members_of
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.tables import FORMATS, render


class Command(RegradeCommand):
    help = (
        "List the members of a campaign by pseudonym, with their work so far and still to do, how"
        " many judgments came faster than skimming allows, and how many gold pairs got their known"
        " grade."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="whose members to list")
        parser.add_argument("--format", choices=FORMATS, default="table", help="default table")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = by_name(Campaign, options["campaign"])
        rows = [_row(member, campaign.quota) for member in members_of(campaign)]
        self.stdout.write(render(rows, options["format"]))


def _row(member: Member, quota: int | None) -> dict[str, Any]:
    """The quota is what holds for them: their own, or else the campaign's."""
    return {
        "pseudonym": member.membership.pseudonym,
        "role": member.membership.role,
        "kind": member.membership.kind,
        "state": _state(member.membership),
        "judged": member.n_judged,
        "not judged": member.n_not_judged,
        "quota": member.membership.quota or quota,
        "too fast": member.pace.too_fast_share,
        "gold pairs": member.gold.n_gold,
        "gold as known": member.gold.as_expert_share,
    }


def _state(membership: Membership) -> str:
    if membership.withdrawn_at is not None:
        return "withdrawn"
    return "paused" if membership.suspended_at is not None else "active"
