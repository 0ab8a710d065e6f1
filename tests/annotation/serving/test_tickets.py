from __future__ import annotations

from base64 import urlsafe_b64decode

import pytest
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from annotation.exceptions import TicketRefused
from annotation.serving.tickets import FIELDS, Ticket, issue, key_of, read
from tests.annotation.answering import SEAL_BYTES
from tests.refusals import refused

ids = st.integers(1, 2**63 - 1)
counts = st.integers(0, 2**31 - 1)
tickets = st.builds(
    Ticket,
    ids,
    ids,
    counts,
    st.none() | ids,
    st.none() | ids,
    st.integers(0, 2**15 - 1),
    counts,
    st.none() | st.integers(1, 2**32 - 1),
)
FIRST_LOOK = Ticket(3, 1017, 40, 2, 5, 0, 0, 1_900_000_000)
REPEAT = FIRST_LOOK._replace(position=61, occasion=1, rotation=17)

ISSUED_BEFORE = (
    "etpvuGsKcPAl5aJX_6lawcRcGg-8A6fajFbtWECxf3ajk8xSjicPp60xp7AJqvNlCMC4PX1Slfkkyf_lCDs6oBQ1"
)


@given(tickets)
def test_a_ticket_is_read_as_it_was_issued(ticket: Ticket) -> None:
    assert read(issue(ticket), membership_id=ticket.membership_id) == ticket


@given(tickets, tickets)
def test_all_tickets_are_of_one_length(one: Ticket, other: Ticket) -> None:
    assert len(issue(one)) == len(issue(other))


def test_the_same_fields_make_the_same_ticket() -> None:
    assert issue(FIRST_LOOK) == issue(Ticket(*FIRST_LOOK))


def test_no_field_can_be_read_off_a_ticket() -> None:
    """Of 47 bytes by chance, hardly ever ten are the same in two places."""
    one, other = (urlsafe_b64decode(issue(ticket))[SEAL_BYTES:] for ticket in (FIRST_LOOK, REPEAT))
    for compared in (other, FIELDS.pack(*FIRST_LOOK)):
        assert sum(a == b for a, b in zip(one, compared, strict=True)) < 10


def test_a_ticket_of_the_release_before_is_read_by_the_key_that_sealed_it() -> None:
    with override_settings(SECRET_KEY="of an earlier release"):
        assert read(ISSUED_BEFORE, membership_id=3) == FIRST_LOOK
    with refused(TicketRefused, "not_issued_here"):
        read(ISSUED_BEFORE, membership_id=3)


def test_a_repeat_has_another_key_than_the_first_look() -> None:
    keys = {key_of(ticket) for ticket in (FIRST_LOOK, REPEAT, FIRST_LOOK._replace(position=9))}
    assert len(keys) == 2


def test_a_ticket_of_someone_else_is_refused() -> None:
    with refused(TicketRefused, "issued_to_another"):
        read(issue(FIRST_LOOK), membership_id=4)


@pytest.mark.parametrize("text", ["", "x", "é" * 80, "A" * 80, "A" * 10_000, "3:1017:40"])
def test_what_is_no_ticket_is_refused(text: str) -> None:
    with refused(TicketRefused, "not_issued_here"):
        read(text, membership_id=3)
