"""Requests that another site makes a browser send, signed in or not."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.security.door import EVERYBODY, Door
from tests.security.doors import UNSAFE, enter, sensible_body
from tests.security.scene import Scene, rows

pytestmark = pytest.mark.django_db

INSIDERS = ("assessor", "organizer", "researcher", "administrator")
FORM_KINDS = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain")


def insider(door: Door) -> str:
    return next(role for role in INSIDERS if role in door.who)


# Who is signed in, and who need not be: a site could sign somebody in as somebody else.
ATTEMPTS = [(door, insider(door)) for door in UNSAFE] + [
    (door, "anonymous") for door in UNSAFE if door.who == EVERYBODY
]
each_attempt = pytest.mark.parametrize(
    ("door", "role"), [pytest.param(*one, id=f"{one[0]} as {one[1]}") for one in ATTEMPTS]
)


def browser(scene: Scene, role: str) -> Client:
    """A browser that has been here and holds its cookies."""
    client = scene.client(role, enforce_csrf_checks=True)
    client.get("/api/session")
    assert "csrftoken" in client.cookies
    return client


@each_attempt
def test_a_change_without_this_browsers_token_is_refused(
    door: Door, role: str, scene: Scene
) -> None:
    client, other = browser(scene, role), Client()
    other.get("/api/session")
    before = rows()
    for token in (None, "", "a" * 64, other.cookies["csrftoken"].value):
        if token is not None:
            client.defaults["HTTP_X_CSRFTOKEN"] = token
        assert enter(door, client, scene, role).status_code == 403
    assert rows() == before


@each_attempt
def test_a_change_with_the_token_is_made(door: Door, role: str, scene: Scene) -> None:
    """So that nothing else refused the requests above."""
    client = browser(scene, role)
    client.defaults["HTTP_X_CSRFTOKEN"] = client.cookies["csrftoken"].value
    assert enter(door, client, scene, role).status_code in {200, 201, 202, 204}


@pytest.mark.parametrize("door", [door for door in UNSAFE if door.body], ids=str)
def test_what_a_form_can_send_is_no_request(door: Door, scene: Scene) -> None:
    """Forms of other sites need no permission of the browser; JSON does."""
    client, before = scene.client(insider(door)), rows()
    body = urlencode({**sensible_body(door, scene, insider(door)), "more": 1})
    told = {
        kind: client.generic("POST", door.address(scene), body, content_type=kind).status_code
        for kind in FORM_KINDS
    }
    assert set(told.values()) <= {400, 405, 415}
    assert rows() == before


@pytest.mark.parametrize("header", ["Origin", "Referer"])
def test_a_change_from_another_site_is_refused_even_with_the_token(
    header: str, scene: Scene
) -> None:
    door = next(door for door in UNSAFE if door.path.endswith("/withdrawal"))
    client = browser(scene, "assessor")
    headers = {header: "https://evil.example/", "X-CSRFToken": client.cookies["csrftoken"].value}
    answer = client.post(door.address(scene), {}, headers=headers, secure=True)
    assert answer.status_code == 403


def test_no_other_site_is_allowed_to_read(scene: Scene) -> None:
    client = scene.client("assessor")
    answer = client.get("/api/campaigns", headers={"Origin": "https://evil.example"})
    assert [name for name in answer.headers if name.startswith("Access-Control-")] == []
