"""Tickets: signed proof that a pair was handed to an assessor.

A judgment that arrives after its lease, or after the slot went to someone else, is still that
assessor's: the ticket says so without a row in the database, for as long as the key stands.
"""

from __future__ import annotations

from typing import NamedTuple

from django.core import signing
from django.utils import crypto

from annotation.exceptions import TicketRefused

# Without a timestamp: the same pair handed out again has the same ticket.
KEY_LENGTH = 20
SIGNER = signing.Signer(salt="annotation.ticket")


class Ticket(NamedTuple):
    """Who was handed which pair, as the how-manieth, under which guideline and serving policy.

    `occasion` counts deliberate repeats from 0; the text was shown from the code point `rotation`
    on.
    """

    membership_id: int
    campaign_pair_id: int
    position: int
    guideline_id: int | None
    policy_id: int | None = None
    occasion: int = 0
    rotation: int = 0


def issue(ticket: Ticket) -> str:
    return SIGNER.sign_object(list(ticket))


def key_of(ticket: Ticket) -> str:
    """The same for the same pair on the same occasion, whatever was published in between."""
    what = f"{ticket.membership_id}:{ticket.campaign_pair_id}:{ticket.occasion}"
    return crypto.salted_hmac("annotation.ticket.key", what).hexdigest()[:KEY_LENGTH]


def read(text: str, *, membership_id: int) -> Ticket:
    """The ticket behind the text.

    Raises:
        TicketRefused: it was not issued here, or to someone else.
    """
    try:
        ticket = Ticket(*SIGNER.unsign_object(text))
    except (signing.BadSignature, TypeError) as error:
        raise TicketRefused("This ticket was not issued here; load the page again.") from error
    if ticket.membership_id != membership_id:
        raise TicketRefused("This ticket was issued to someone else; load the page again.")
    return ticket
