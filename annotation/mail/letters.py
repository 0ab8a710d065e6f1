"""The words of each e-mail."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings

from annotation.mail.sending import Letter
from regrade.counted import counted

TASKS = {
    "assessor": "to judge how well passages answer queries",
    "adjudicator": "to decide on passages whose assessors disagree",
}


def link(path: str) -> str:
    """The whole address of a path of this installation."""
    return settings.ADDRESS.rstrip("/") + path


def day(moment: datetime) -> str:
    return f"{moment:%d %B %Y}".lstrip("0")


def invitation(
    *, to: str, campaign: str, role: str, inviter: str, path: str, expires_at: datetime
) -> Letter:
    return Letter(
        to,
        f"Invitation to {campaign}",
        f"""Hello,

{inviter} invites you {TASKS[role]} in the campaign {campaign}.

Open this link to join:

    {link(path)}

It works once, until {day(expires_at)}. You choose a user name and a password there, and the
campaign shows you only under a pseudonym. Please do not pass the link on.

If you did not expect this invitation, ignore it: nothing happens without you.
""",
    )


def password_link(*, to: str, username: str, path: str, hours: int) -> Letter:
    return Letter(
        to,
        "Set a new password for Regrade",
        f"""Hello {username},

Somebody, probably you, asked for a new password for the account {username}. Open this link to
set one:

    {link(path)}

It works once, for {counted(hours, "hour")}. Your other browsers are then signed out.

If you did not ask, ignore this e-mail: your password stays as it is.
""",
    )


def address_changed(*, to: str, username: str) -> Letter:
    return Letter(
        to,
        "Your e-mail address for Regrade changed",
        f"""Hello {username},

The e-mail address of the account {username} was changed; links for a new password no longer come
to this address.

If you did not change it, sign in and change your password, or ask an administrator of

    {link("/")}

for help.
""",
    )


def campaign_complete(
    *, to: str, username: str, campaign: str, path: str, n_judgments: int, n_waiting: int
) -> Letter:
    waiting = (
        f"{counted(n_waiting, 'pair')} still {'waits' if n_waiting == 1 else 'wait'} for an"
        " adjudicator.\n\n"
        if n_waiting
        else ""
    )
    return Letter(
        to,
        f"{campaign} is complete",
        f"""Hello {username},

All {counted(n_judgments, "judgment")} that the campaign {campaign} wants are in.

{waiting}Look at the agreement, derive labels, and end the campaign:

    {link(path)}
""",
    )
