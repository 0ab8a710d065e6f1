from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.models import Campaign, Membership
from annotation.services.pause_member import pause_member, resume_member
from annotation.services.withdraw_member import Work, withdraw_member
from annotation.wording import counted
from ranking.exceptions import NotFound
from ranking.management.base import RegradeCommand
from ranking.services.lookup import by_name


class Command(RegradeCommand):
    help = (
        "Pause a member of a campaign, let them go on, or withdraw them. What they hold is free"
        " for others at once. `list_members` shows the pseudonyms."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="where they judge")
        parser.add_argument("pseudonym", help="who")
        parser.add_argument("act", choices=("pause", "resume", "withdraw"), help="what to do")
        parser.add_argument(
            "--work",
            choices=[work.value for work in Work],
            help="with withdraw: whether what they judged stays, or is taken back",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        act, work = options["act"], options["work"]
        if (act == "withdraw") != (work is not None):
            raise CommandError("withdraw asks for --work keep or --work drop; the others do not.")
        member = _member(by_name(Campaign, options["campaign"]), options["pseudonym"])
        if act == "withdraw":
            n_retracted = withdraw_member(membership=member, work=Work(work)).n_retracted
            self.stdout.write(
                f"{member} is withdrawn; {counted(n_retracted, 'judgment')} taken back."
            )
        elif act == "pause":
            pause_member(membership=member)
            self.stdout.write(f"{member} is paused.")
        else:
            resume_member(membership=member)
            self.stdout.write(f"{member} may go on.")


def _member(campaign: Campaign, pseudonym: str) -> Membership:
    member = campaign.memberships.filter(pseudonym=pseudonym).first()
    if member is None:
        raise NotFound(
            f"Nobody in {campaign} is known as {pseudonym!r}; list_members shows who is."
        )
    return member
