"""Tickets: what was not issued here, to this person, in this campaign, is worth nothing."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core import signing
from django.test import Client, override_settings

from annotation.exceptions import TicketRefused
from annotation.models import Judgment, Slot, Visit
from annotation.people.memberships import pause_member
from annotation.people.withdrawal import Work, withdraw_member
from annotation.serving import tickets
from annotation.serving.tickets import FIELDS, SEAL_BYTES
from tests.security.carried import JUDGMENT
from tests.security.door import Door
from tests.security.doors import UNSAFE, enter
from tests.security.scene import Scene, rows

pytestmark = pytest.mark.django_db

TAKING_TICKETS = [door for door in UNSAFE if "ticket" in door.body]
N_BYTES = SEAL_BYTES + FIELDS.size


def altered(place: int) -> Callable[[str], str]:
    """The same ticket but for one bit."""

    def alter(ticket: str) -> str:
        sealed = bytearray(urlsafe_b64decode(ticket))
        sealed[place] ^= 1
        return encoded(bytes(sealed))

    return alter


def encoded(sealed: bytes) -> str:
    return urlsafe_b64encode(sealed).decode()


FORGERIES: dict[str, Callable[[str], str]] = {
    **{f"byte {place} altered": altered(place) for place in range(N_BYTES)},
    "no seal": lambda ticket: encoded(urlsafe_b64decode(ticket)[SEAL_BYTES:]),
    "an empty seal": lambda ticket: encoded(
        bytes(SEAL_BYTES) + urlsafe_b64decode(ticket)[SEAL_BYTES:]
    ),
    "a seal alone": lambda ticket: encoded(urlsafe_b64decode(ticket)[:SEAL_BYTES]),
    "a byte less": lambda ticket: encoded(urlsafe_b64decode(ticket)[:-1]),
    "a byte more": lambda ticket: encoded(urlsafe_b64decode(ticket) + b"x"),
    "bare fields": lambda ticket: encoded(bytes(SEAL_BYTES) + FIELDS.pack(1, 1, 1, 0, 0, 0, 0, 1)),
    "sealed as before, with nothing": lambda ticket: encoded(bytes(tickets.SEAL_BYTES_BEFORE + 46)),
    "as signed before": lambda ticket: signing.Signer(salt="annotation.ticket").sign_object([1, 1]),
    "more": lambda ticket: f"{ticket}x",
    "padded": lambda ticket: f"{ticket}====",
    "less": lambda ticket: ticket[:-1],
    "nothing": lambda ticket: "-",
    "twice": lambda ticket: ticket + ticket,
    "upper case": str.upper,
    "a blank within": lambda ticket: f"{ticket[:9]} {ticket[9:]}",
    "another alphabet": lambda ticket: "é" + ticket[1:],
}


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"] if answer.content else ""


@pytest.mark.parametrize("door", TAKING_TICKETS, ids=str)
def test_a_forged_ticket_is_refused(door: Door, scene: Scene) -> None:
    ticket, client, before = scene.stage.assessor.ticket, scene.client("assessor"), rows()
    told = {
        how: code(enter(door, client, scene, "assessor", ticket=forge(ticket)))
        for how, forge in FORGERIES.items()
    }
    assert told == dict.fromkeys(FORGERIES, (400, "not_issued_here"))
    assert rows() == before


def test_a_ticket_sealed_under_another_key_is_refused(scene: Scene) -> None:
    alice = scene.stage.assessor
    with override_settings(SECRET_KEY="development"):
        foreign = tickets.issue(alice.held.ticket)
        assert tickets.read(foreign, membership_id=alice.member.pk) == alice.held.ticket
    with pytest.raises(TicketRefused, match="not issued here"):
        tickets.read(foreign, membership_id=alice.member.pk)


@pytest.mark.parametrize("whose", ["a colleague", "someone of another campaign", "one's own there"])
@pytest.mark.parametrize("door", TAKING_TICKETS, ids=str)
def test_a_ticket_of_somebody_else_is_refused(door: Door, whose: str, scene: Scene) -> None:
    """One's own of another campaign, too: it was issued to another membership."""
    other = scene.other.assessor
    ticket, role, address = {
        "a colleague": (scene.stage.colleague.ticket, "assessor", door.address(scene)),
        "someone of another campaign": (other.ticket, "assessor", door.address(scene)),
        "one's own there": (other.ticket, "outsider", door.address(scene)),
    }[whose]
    client, before = scene.client(role), rows()
    answer = enter(door, client, scene, role, address, ticket=ticket)
    assert answer.status_code == (404 if role == "outsider" else 400)
    assert rows() == before


@pytest.mark.parametrize("door", TAKING_TICKETS, ids=str)
def test_a_ticket_is_worth_nothing_at_another_campaigns_address(door: Door, scene: Scene) -> None:
    """Alice judges in the draft as well."""
    client, before = scene.client("assessor"), rows()
    address = door.address(scene, campaign_id=scene.draft.pk)
    answer = enter(door, client, scene, "assessor", address)
    assert (answer.status_code, answer.json()["code"]) == (400, "issued_to_another")
    assert rows() == before


def test_a_ticket_of_a_passage_names_who_may_use_it(scene: Scene) -> None:
    """Nothing else stands between a colleague's pair and one's own answer to it."""
    alice, ada = scene.stage.assessor, scene.stage.colleague
    for own, other in ((alice, ada), (ada, alice)):
        with pytest.raises(TicketRefused):
            tickets.read(own.ticket, membership_id=other.member.pk)


# What a ticket that is one's own still cannot do


def judge(client: Client, scene: Scene, **changes: Any) -> Any:
    keys = {"ticket": scene.stage.assessor.ticket, "client_key": str(uuid4()), "visit": None}
    body = {**JUDGMENT, **keys, **changes}
    del body["visit"]
    address = f"/api/judging/{scene.stage.campaign.pk}/judgments"
    return client.post(address, body, content_type="application/json")


def test_a_ticket_used_often_is_one_vote(scene: Scene) -> None:
    client, desk = scene.client("assessor"), scene.stage.assessor
    answers = [judge(client, scene, grade=1 + n % 5) for n in range(4)]
    assert {answer.status_code for answer in answers} == {200}
    pair = desk.held.pair
    assert Judgment.objects.votes().filter(campaign_pair=pair, assessor=desk.member).count() == 1
    assert Slot.objects.filter(campaign_pair=pair, judgment__assessor=desk.member).count() == 1


def test_a_colleagues_client_key_takes_nothing_over(scene: Scene) -> None:
    key = str(scene.stage.colleague.judgment.client_key)
    client, before = scene.client("assessor"), rows()
    answer = judge(client, scene, client_key=key)
    assert (answer.status_code, answer.json()["code"]) == (400, "client_key_used")
    assert rows() == before


def test_a_colleagues_visit_is_not_written_upon(scene: Scene) -> None:
    [door] = [door for door in TAKING_TICKETS if door.path.endswith("/activity")]
    key = str(uuid4())
    for role, ms in (("colleague", 500), ("assessor", 9_000)):
        enter(door, scene.client(role), scene, role, visit=key, active_ms=ms)
    told = dict(
        Visit.objects.filter(key=key).values_list("membership__user__username", "active_ms")
    )
    assert told == {"ada": 500, "alice": 9_000}


@pytest.mark.parametrize("end", ["paused", "withdrawn"])
@pytest.mark.parametrize("door", TAKING_TICKETS, ids=str)
def test_a_ticket_ends_with_the_part_that_one_has(door: Door, end: str, scene: Scene) -> None:
    member = scene.stage.assessor.member
    if end == "paused":
        pause_member(membership=member)
    else:
        withdraw_member(membership=member, work=Work.KEEP)
    client, before = scene.client("assessor"), rows()
    answer = enter(door, client, scene, "assessor")
    assert answer.status_code == 400
    assert answer.json()["code"] in {"campaign_not_open", f"member_{end}"}
    assert rows() == before
