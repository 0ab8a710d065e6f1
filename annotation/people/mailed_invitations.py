"""Invitations sent by e-mail, each with a link of its own for one person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from annotation.exceptions import MailRefused
from annotation.mail import letters
from annotation.mail.sending import Letter, check_address, check_sends_mail, send
from annotation.models import Campaign, Invitation, Role
from annotation.people.invitations import MAX_DAYS, NewInvitation, create_invitation, link_path

MAX_ADDRESSES = 50


class Sent(NamedTuple):
    """An invitation, and why its e-mail was not sent; None if the mail server took it.

    The link of one that was not sent can be passed on by hand: `token` is shown this once.
    """

    address: str
    invitation: Invitation
    token: str
    trouble: str | None


def invite_by_mail(
    *,
    campaign: Campaign,
    addresses: Sequence[str],
    role: Role = Role.ASSESSOR,
    days: Annotated[int, {"min_value": 1, "max_value": MAX_DAYS}] = 14,
    actor: User,
) -> list[Sent]:
    """Create one invitation per address and send each by e-mail, in the order given.

    All invitations are stored before the first e-mail is sent. One whose e-mail was not sent
    stays valid.

    Raises:
        MailRefused: there is no mail server, too many addresses, or one of them is none; then
            nothing is stored or sent.
        PeopleRefused: as `create_invitation`.
    """
    check_sends_mail("make a link and send it yourself")
    made = _create(campaign, _distinct(addresses), role, days, actor)
    troubles = send([_letter(new, actor) for new in made])
    sent = [
        Sent(new.invitation.sent_to, *new, trouble and trouble.sentence)
        for new, trouble in zip(made, troubles, strict=True)
    ]
    unsent = [one.invitation.pk for one in sent if one.trouble is not None]
    Invitation.objects.filter(pk__in=unsent).update(sent_to="")
    return sent


def _distinct(addresses: Sequence[str]) -> list[str]:
    """The addresses, each once, however its letters are written."""
    if not 1 <= len(addresses) <= MAX_ADDRESSES:
        raise MailRefused(
            f"Invite 1 to {MAX_ADDRESSES} people at once, not {len(addresses)}.",
            code="out_of_range",
            field="addresses",
        )
    found: dict[str, str] = {}
    for n, written in enumerate(addresses):
        try:
            address = check_address(written)
        except MailRefused as error:
            raise MailRefused(str(error), code=error.code, field=f"addresses.{n}") from error
        found.setdefault(address.casefold(), address)
    return list(found.values())


@transaction.atomic
def _create(
    campaign: Campaign, addresses: Sequence[str], role: Role, days: int, actor: User
) -> list[NewInvitation]:
    return [
        create_invitation(campaign=campaign, role=role, days=days, sent_to=address, actor=actor)
        for address in addresses
    ]


def _letter(new: NewInvitation, actor: User) -> Letter:
    invitation = new.invitation
    return letters.invitation(
        to=invitation.sent_to,
        campaign=invitation.campaign.name,
        role=invitation.role,
        inviter=actor.get_username(),
        path=link_path(new.token),
        expires_at=invitation.expires_at,
    )
