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
from annotation.people.memberships import Work, pause_member, withdraw_member
from annotation.serving import tickets
from annotation.serving.tickets import FIELDS
from tests.annotation.answering import SEAL_BYTES
from tests.security.carried import JUDGMENT
from tests.security.door import Door
from tests.security.doors import JUDGING, UNSAFE, enter
from tests.security.footprints import writes
from tests.security.house import House, differences
from tests.security.scene import Scene

pytestmark = pytest.mark.django_db

TAKING_TICKETS = [door for door in UNSAFE if "ticket" in door.body]
N_BYTES = SEAL_BYTES + FIELDS.size


def altered(place: int) -> Callable[[str], str]:
    """The ticket with one bit flipped."""

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


FEW = ("byte 20 altered", "a seal alone", "as signed before", "nothing", "another alphabet")


def test_a_forged_ticket_is_not_read(scene: Scene) -> None:
    alice = scene.stage.assessor
    for forge in FORGERIES.values():
        with pytest.raises(TicketRefused):
            tickets.read(forge(alice.ticket), membership_id=alice.member.pk)


def test_a_ticket_sealed_under_another_key_is_not_read(scene: Scene) -> None:
    alice = scene.stage.assessor
    with override_settings(SECRET_KEY="development"):
        foreign = tickets.issue(alice.held.ticket)
        assert tickets.read(foreign, membership_id=alice.member.pk) == alice.held.ticket
    with pytest.raises(TicketRefused):
        tickets.read(foreign, membership_id=alice.member.pk)


def test_a_ticket_of_a_passage_names_who_may_use_it(scene: Scene) -> None:
    """Nothing else stands between a colleague's pair and one's own answer to it."""
    alice, ada = scene.stage.assessor, scene.stage.colleague
    for own, other in ((alice, ada), (ada, alice)):
        with pytest.raises(TicketRefused):
            tickets.read(own.ticket, membership_id=other.member.pk)


@pytest.mark.parametrize("door", TAKING_TICKETS, ids=str)
def test_a_ticket_that_is_not_ones_own_here_is_refused(door: Door, house: House) -> None:
    """One's own of another campaign, too: it was issued to another membership.

    Alice judges in the draft as well.
    """
    stage, other = house.scene.stage, house.scene.other
    alice = {how: FORGERIES[how](stage.assessor.ticket) for how in FEW}
    alice |= {"a colleague's": stage.colleague.ticket, "a stranger's": other.assessor.ticket}
    elsewhere = door.address(house.scene, campaign_id=house.scene.draft.pk)
    with house.unchanged() as faults:
        fields = {
            how: house.got(door, "assessor", ticket=sent).status for how, sent in alice.items()
        }
        fields["one's own elsewhere"] = house.got(door, "assessor", elsewhere).status
        faults += differences(fields, 400)
        foreign = house.got(door, "outsider", ticket=other.assessor.ticket)
        faults += differences({"a stranger's by a stranger": foreign.status}, 404)
    assert faults == []


@pytest.mark.parametrize("number", [0, -1, 2**31, 2**63, -(2**63) - 1, 10**300])
def test_a_judgment_that_is_not_ones_own_is_not_taken_back(number: int, house: House) -> None:
    [undo] = [door for door in UNSAFE if door.path == f"{JUDGING}/undo"]
    stage, other = house.scene.stage, house.scene.other
    strangers = (number, stage.colleague.judgment.pk, other.assessor.judgment.pk)
    with house.unchanged() as faults:
        fields = {pk: house.got(undo, "assessor", judgment=pk).status for pk in strangers}
        faults += differences(fields, 400)
    assert faults == []


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
    before = list(Judgment.objects.order_by("pk").values())
    key = str(scene.stage.colleague.judgment.client_key)
    assert judge(scene.client("assessor"), scene, client_key=key).status_code == 400
    assert list(Judgment.objects.order_by("pk").values()) == before


def test_a_colleagues_visit_is_not_written_upon(scene: Scene) -> None:
    [door] = [door for door in TAKING_TICKETS if door.path.endswith("/activity")]
    key = str(uuid4())
    for role, ms in (("colleague", 500), ("assessor", 9_000)):
        enter(door, scene.client(role), scene, role, visit=key, active_ms=ms)
    found = dict(
        Visit.objects.filter(key=key).values_list("membership__user__username", "active_ms")
    )
    assert found == {"ada": 500, "alice": 9_000}


@pytest.mark.parametrize("end", ["paused", "withdrawn"])
@pytest.mark.parametrize("door", TAKING_TICKETS, ids=str)
def test_a_ticket_ends_with_the_part_that_one_has(door: Door, end: str, scene: Scene) -> None:
    member = scene.stage.assessor.member
    if end == "paused":
        pause_member(membership=member)
    else:
        withdraw_member(membership=member, work=Work.KEEP)
    before = writes()
    assert enter(door, scene.client("assessor"), scene, "assessor").status_code == 400
    assert writes() == before
