"""Tickets: what was not issued here, to this person, in this campaign, is worth nothing."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core import signing
from django.test import Client

from annotation import tickets
from annotation.exceptions import TicketRefused
from annotation.models import Judgment, Slot, Visit
from annotation.services.pause_member import pause_member
from annotation.services.withdraw_member import Work, withdraw_member
from annotation.tickets import SIGNER, Ticket
from tests.security.doors import JUDGMENT, UNSAFE, Door, enter
from tests.security.scene import Scene, rows

pytestmark = pytest.mark.django_db

TAKING_TICKETS = [door for door in UNSAFE if "ticket" in door.body]
PARTS = Ticket._fields


def payload(ticket: str) -> list[Any]:
    encoded = ticket.split(":")[0]
    found: list[Any] = json.loads(base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)))
    return found


def encoded(parts: object) -> str:
    text = json.dumps(parts, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(text).rstrip(b"=").decode()


def altered(part: str) -> Callable[[str], str]:
    """The same signature over something else."""

    def alter(ticket: str) -> str:
        parts = payload(ticket)
        place = PARTS.index(part)
        parts[place] = (parts[place] or 0) + 1
        return f"{encoded(parts)}:{ticket.split(':')[1]}"

    return alter


def resigned(**options: Any) -> Callable[[str], str]:
    return lambda ticket: signing.Signer(**options).sign_object(payload(ticket))


FORGERIES: dict[str, Callable[[str], str]] = {
    **{f"another {part}": altered(part) for part in PARTS},
    "another salt": resigned(salt="annotation.tickets"),
    "no salt": resigned(),
    "another key": resigned(key="development", salt=SIGNER.salt),
    "a weaker hash": resigned(salt=SIGNER.salt, algorithm="md5"),
    "a timestamp": lambda ticket: signing.dumps(payload(ticket)),
    "a salt of Django's": resigned(salt="django.contrib.sessions.SessionStore"),
    "text": lambda ticket: signing.Signer().sign(json.dumps(payload(ticket))),
    "more": lambda ticket: f"{ticket}x",
    "no signature": lambda ticket: ticket.split(":")[0],
    "an empty signature": lambda ticket: ticket.split(":")[0] + ":",
    "a signature alone": lambda ticket: ":" + ticket.split(":")[1],
    "twice": lambda ticket: f"{ticket}:{ticket}",
    "upper case": str.upper,
    "a blank within": lambda ticket: ticket.replace(":", ": "),
    "the parts": lambda ticket: json.dumps(payload(ticket)),
}
# Signed by us, and yet no ticket: nothing signs such today.
MALFORMED: tuple[object, ...] = ([], [1], list(range(20)), {"a": 1}, "x" * 7, 7)


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"] if answer.content else ""


@pytest.mark.parametrize("door", TAKING_TICKETS, ids=str)
def test_a_forged_ticket_is_refused(door: Door, scene: Scene) -> None:
    ticket, client, before = scene.stage.assessor.ticket, scene.client("assessor"), rows()
    told = {
        how: code(enter(door, client, scene, "assessor", ticket=forge(ticket)))
        for how, forge in FORGERIES.items()
    }
    assert told == dict.fromkeys(FORGERIES, (400, "ticket_refused"))
    assert rows() == before


@pytest.mark.parametrize("door", TAKING_TICKETS, ids=str)
def test_what_was_signed_and_is_no_ticket_is_refused(door: Door, scene: Scene) -> None:
    client = scene.client("assessor")
    signed = [SIGNER.sign_object(parts) for parts in MALFORMED]
    told = [code(enter(door, client, scene, "assessor", ticket=ticket)) for ticket in signed]
    assert told == [(400, "ticket_refused")] * len(MALFORMED)


@pytest.mark.parametrize("whose", ["a colleague", "someone of another campaign", "one's own there"])
@pytest.mark.parametrize("door", TAKING_TICKETS, ids=str)
def test_a_ticket_of_somebody_else_is_refused(door: Door, whose: str, scene: Scene) -> None:
    """One's own of another campaign, too: it was issued to another membership."""
    other = scene.other.assessor
    ticket, role, address = {
        "a colleague": (scene.stage.adjudicator.ticket, "assessor", door.address(scene)),
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
    assert (answer.status_code, answer.json()["code"]) == (400, "ticket_refused")
    assert rows() == before


def test_a_ticket_of_a_passage_names_who_may_use_it(scene: Scene) -> None:
    """Nothing else stands between a colleague's pair and one's own answer to it."""
    alice, ada = scene.stage.assessor, scene.stage.adjudicator
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
    key = str(scene.stage.adjudicator.judgment.client_key)
    client, before = scene.client("assessor"), rows()
    answer = judge(client, scene, client_key=key)
    assert (answer.status_code, answer.json()["code"]) == (400, "judgment_refused")
    assert rows() == before


def test_a_colleagues_visit_is_not_written_upon(scene: Scene) -> None:
    [door] = [door for door in TAKING_TICKETS if door.path.endswith("/activity")]
    key = str(uuid4())
    for role, ms in (("adjudicator", 500), ("assessor", 9_000)):
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
    assert (answer.status_code, answer.json()["code"]) == (400, "campaign_not_open")
    assert rows() == before
