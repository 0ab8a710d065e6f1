"""Tickets: encrypted tokens proving that a pair was served to an assessor.

A judgment that arrives after its lease, or after the slot went to someone else, is still that
assessor's: the ticket says so without a row in the database, for as long as the key stands.

Only the server can read a ticket, which would reveal repeated pairs. It is sealed by AES-SIV (RFC
5297): equal fields give equal tickets, and all have the same length.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from struct import Struct
from struct import error as StructError
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from django.utils import crypto

from annotation.exceptions import TicketRefused

KEY_LENGTH = 20
# As in Ticket, 0 for None. With the seal's 16 bytes, a multiple of three: so Base64 has one form of
# each ticket.
FIELDS = Struct(">QQIQQHIIx")

# Tickets of the releases before, which browsers hold with what they have not sent for 30 days.
FIELDS_BEFORE, SEAL_BYTES_BEFORE = Struct(">QQIQQHII"), 20


class Ticket(NamedTuple):
    """The pair served to an assessor: at which position, under which guideline and serving policy.

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
    return urlsafe_b64encode(_cipher().encrypt(fields, None)).decode("ascii")


def key_of(ticket: Ticket) -> str:
    """The same for the same pair on the same occasion, whatever was published in between."""
    what = f"{ticket.membership_id}:{ticket.campaign_pair_id}:{ticket.occasion}"
    return crypto.salted_hmac("annotation.ticket.key", what).hexdigest()[:KEY_LENGTH]


def pair_name(*, membership_id: int, campaign_pair_id: int) -> str:
    """Name of a pair in an assessor's own data; ids would reveal pairs served out of order."""
    what = f"{membership_id}:{campaign_pair_id}"
    return crypto.salted_hmac("annotation.ticket.pair", what).hexdigest()[:KEY_LENGTH]


def read(text: str, *, membership_id: int) -> Ticket:
    """The ticket behind the text.

    Raises:
        TicketRefused: it was not issued here, or to someone else.
    """
    try:
        ticket = _opened(text)
    except (InvalidTag, ValueError, StructError) as error:
        raise TicketRefused(
            "This ticket was not issued here; load the page again.", code="not_issued_here"
        ) from error
    if ticket.membership_id != membership_id:
        raise TicketRefused(
            "This ticket was issued to someone else; load the page again.", code="issued_to_another"
        )
    return ticket


def _cipher() -> AESSIV:
    return AESSIV(crypto.salted_hmac("annotation.ticket", "AES-SIV", algorithm="sha512").digest())


def _opened(text: str) -> Ticket:
    sealed = urlsafe_b64decode(text)
    if urlsafe_b64encode(sealed).decode("ascii") != text:
        raise ValueError("another form of Base64")
    if len(sealed) == SEAL_BYTES_BEFORE + FIELDS_BEFORE.size:
        found = FIELDS_BEFORE.unpack(_opened_as_before(sealed))
    else:
        found = FIELDS.unpack(_cipher().decrypt(sealed, None))
    ticket = Ticket._make(found)
    return ticket._replace(
        guideline_id=ticket.guideline_id or None,
        policy_id=ticket.policy_id or None,
        issued_s=ticket.issued_s or None,
    )


def _opened_as_before(sealed: bytes) -> bytes:
    """Fields under bytes that followed from their seal, an HMAC of them."""
    seal, covered = sealed[:SEAL_BYTES_BEFORE], sealed[SEAL_BYTES_BEFORE:]
    cover = crypto.salted_hmac("annotation.ticket.cover", seal, algorithm="sha512").digest()
    fields = bytes(a ^ b for a, b in zip(covered, cover, strict=False))
    made = crypto.salted_hmac("annotation.ticket.seal", fields, algorithm="sha256").digest()
    if not crypto.constant_time_compare(made[:SEAL_BYTES_BEFORE], seal):
        raise InvalidTag
    return fields
