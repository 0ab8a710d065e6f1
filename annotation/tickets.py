"""Tickets: sealed proof that a pair was handed to an assessor.

A judgment that arrives after its lease, or after the slot went to someone else, is still that
assessor's: the ticket says so without a row in the database, for as long as the key stands.

Only the server can read a ticket: it would tell that a pair is shown once more. The seal is an
HMAC of the packed fields, and the fields lie under bytes that follow from the seal by another key,
as in the SIV construction (RFC 5297). So the same fields make the same ticket, and all tickets are
of one length.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from struct import Struct
from struct import error as StructError
from typing import NamedTuple

from django.utils import crypto

from annotation.exceptions import TicketRefused

KEY_LENGTH = 20
FIELDS = Struct(">QQIQQHII")  # as in Ticket, 0 for None
SEAL_BYTES = 20  # with the fields a multiple of three, so that Base64 has one form of each ticket


class Ticket(NamedTuple):
    """Who was handed which pair, as the how-manieth, under which guideline and serving policy.

    `occasion` counts deliberate repeats from 0; the text was shown from the code point `rotation`
    on. `issued_s` is when the page got this ticket, in whole seconds since 1970 by the database's
    clock: nobody looked at the pair by it before.
    """

    membership_id: int
    campaign_pair_id: int
    position: int
    guideline_id: int | None
    policy_id: int | None = None
    occasion: int = 0
    rotation: int = 0
    issued_s: int | None = None


def issue(ticket: Ticket) -> str:
    fields = FIELDS.pack(*(value or 0 for value in ticket))
    seal = crypto.salted_hmac("annotation.ticket.seal", fields, algorithm="sha256").digest()
    seal = seal[:SEAL_BYTES]
    return urlsafe_b64encode(seal + _covered(fields, seal)).decode("ascii")


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
        ticket = _opened(text)
    except (ValueError, StructError) as error:
        raise TicketRefused("This ticket was not issued here; load the page again.") from error
    if ticket.membership_id != membership_id:
        raise TicketRefused("This ticket was issued to someone else; load the page again.")
    return ticket


def _opened(text: str) -> Ticket:
    sealed = urlsafe_b64decode(text)
    seal, covered = sealed[:SEAL_BYTES], sealed[SEAL_BYTES:]
    found = Ticket._make(FIELDS.unpack(_covered(covered, seal)))
    ticket = found._replace(
        guideline_id=found.guideline_id or None,
        policy_id=found.policy_id or None,
        issued_s=found.issued_s or None,
    )
    if not crypto.constant_time_compare(issue(ticket), text):
        raise ValueError("another seal")
    return ticket


def _covered(fields: bytes, seal: bytes) -> bytes:
    """The fields under bytes drawn from the seal; covered twice they are bare again."""
    cover = crypto.salted_hmac("annotation.ticket.cover", seal, algorithm="sha512").digest()
    return bytes(a ^ b for a, b in zip(fields, cover, strict=False))
