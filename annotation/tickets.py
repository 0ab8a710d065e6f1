"""Tickets: signed proof that a pair was handed to an assessor.

A judgment that arrives after its lease, or after the slot went to someone else, is still that
assessor's: the ticket says so without a row in the database, for as long as the key stands.
"""

from __future__ import annotations

from typing import NamedTuple

from django.core import signing

from annotation.exceptions import TicketRefused

SALT = "annotation.ticket"


class Ticket(NamedTuple):
    """Who was handed which pair, as the how-manieth, under which guideline."""

    membership_id: int
    campaign_pair_id: int
    position: int
    guideline_id: int | None


def issue(ticket: Ticket) -> str:
    return signing.dumps(list(ticket), salt=SALT)


def read(text: str, *, membership_id: int) -> Ticket:
    """The ticket behind the text.

    Raises:
        TicketRefused: it was not issued here, or to someone else.
    """
    try:
        ticket = Ticket(*signing.loads(text, salt=SALT))
    except (signing.BadSignature, TypeError) as error:
        raise TicketRefused("This ticket was not issued here; load the page again.") from error
    if ticket.membership_id != membership_id:
        raise TicketRefused("This ticket was issued to someone else; load the page again.")
    return ticket
