from __future__ import annotations

from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.models import Campaign, Membership
from annotation.people.memberships import (
    Work,
    pause_member,
    resume_member,
    set_quota,
    withdraw_member,
)
from ranking.lookup import by_name, first_of
from ranking.management.base import RegradeCommand
from regrade.counted import counted

ACTS = ("pause", "resume", "withdraw", "quota")
OWN = "none"  # the quota of who has none of their own


class Command(RegradeCommand):
    help = (
        "Pause, resume or withdraw a member of a campaign; pairs they hold are free for others at"
        " once. Or set how many pairs they judge. `list_members` shows the pseudonyms."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", help="where they judge")
        parser.add_argument("pseudonym", help="who")
        parser.add_argument("act", choices=ACTS, help="what to do")
        parser.add_argument(
            "quota",
            nargs="?",
            type=_quota,
            help="with quota: maximum number of pairs, or none for the campaign's quota",
        )
        parser.add_argument(
            "--work",
            choices=[work.value for work in Work],
            help="with withdraw: whether what they judged stays, or is taken back",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        act, work, quota = options["act"], options["work"], options["quota"]
        if (act == "withdraw") != (work is not None):
            raise CommandError("withdraw asks for --work keep or --work drop; the others do not.")
        if (act == "quota") != (quota is not None):
            raise CommandError("quota asks for a number or for none; the others do not.")
        member = _member(by_name(Campaign, options["campaign"]), options["pseudonym"])
        self.stdout.write(_done(member, act, work, None if quota == OWN else quota))


def _done(member: Membership, act: str, work: str | None, quota: int | None) -> str:
    """Change the membership; return a sentence that confirms it."""
    if work is not None:
        done = withdraw_member(membership=member, work=Work(work))
        taken_back = f"{counted(done.n_retracted, 'judgment')} taken back"
        decisions = f", {counted(done.n_decisions, 'decision')} too" if done.n_decisions else ""
        return f"{member} is withdrawn; {taken_back}{decisions}."
    if act == "quota":
        set_quota(membership=member, quota=quota)
        held = "the campaign's quota" if quota is None else f"a quota of {quota}"
        return f"{member} has {held}."
    if act == "pause":
        pause_member(membership=member)
        return f"{member} is paused."
    resume_member(membership=member)
    return f"{member} may go on."


def _quota(text: str) -> int | str:
    if text == OWN:
        return OWN
    try:
        return int(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is neither a number nor {OWN!r}") from error


def _member(campaign: Campaign, pseudonym: str) -> Membership:
    sentence = f"Nobody in {campaign} is known as {pseudonym!r}; list_members shows who is."
    return first_of(campaign.memberships.filter(pseudonym=pseudonym), sentence)
