"""Sessions and cookies: nobody rides on another's, and what a cookie holds breaks nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from http.cookies import Morsel
from importlib import import_module
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.backends import cached_db, db
from django.contrib.sessions.models import Session
from django.test import Client

from tests.security.door import EVERYBODY, Door
from tests.security.doors import DOORS, UNSAFE, enter
from tests.security.house import House
from tests.security.scene import PASSWORD, Scene
from tests.source_tree import ROOT

pytestmark = pytest.mark.django_db

ALICE = {"username": "alice", "password": "alice-password"}
NEWCOMER = {"username": "newcomer", "password": PASSWORD}
KEYS = (
    "x",
    "x" * 100_000,
    '"aaaaaaaaaaaa\\000aaaaaa"',  # quoted as cookies are, a NUL passes every server in front
    '"\\377\\376aaaaaaaaaaaaaaa"',
    "%00%00%00%00%00%00%00%00",
    "../../../../etc/passwd",
    "A" * 32,
    "a" * 33,
)
SHOW_FLAGS = """
import json
import config.settings as s
print(json.dumps([s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, bool(s.SECURE_HSTS_SECONDS)]))
"""


def sign_in(client: Client, body: dict[str, str] = ALICE) -> Any:
    return client.post("/api/session", body, content_type="application/json")


def key_of(client: Client) -> str:
    return client.cookies["sessionid"].value


def who(client: Client) -> object:
    return client.get("/api/session").json()["username"]


def browser_with(key: str) -> Client:
    client = Client()
    client.cookies["sessionid"] = key
    return client


# Fixation, and the end


def test_a_session_that_somebody_else_began_is_not_signed_in(scene: Scene) -> None:
    """Someone plants the cookie of a session of their own before alice signs in."""
    planted = scene.client("nobody")
    victim = browser_with(key_of(planted))
    sign_in(victim)
    assert (who(victim), who(planted)) == ("alice", None)
    assert key_of(victim) != key_of(planted)


@pytest.mark.parametrize("path", ["sign-up", "accept"])
def test_a_key_that_was_made_up_is_not_taken_over(path: str, scene: Scene) -> None:
    victim = browser_with("a" * 32)
    token = {"token": scene.stage.invitation.token} if path == "accept" else {}
    end = "invitations/accept" if token else f"campaigns/{scene.stage.campaign.pk}/sign-up"
    answer = victim.post(f"/api/{end}", {**token, **NEWCOMER}, content_type="application/json")
    assert (answer.status_code, who(victim)) == (200, "newcomer")
    assert who(browser_with("a" * 32)) is None


def test_the_token_of_before_signing_in_is_worth_nothing_after(scene: Scene) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/api/session")
    planted = client.cookies["csrftoken"].value
    client.post(
        "/api/session", ALICE, content_type="application/json", headers={"X-CSRFToken": planted}
    )
    address = f"/api/judging/{scene.stage.campaign.pk}/claims"
    body = {"n": 1}
    answer = client.post(
        address, body, content_type="application/json", headers={"X-CSRFToken": planted}
    )
    assert (who(client), answer.status_code) == ("alice", 403)


def test_who_signs_out_leaves_no_session_behind(scene: Scene) -> None:
    client = Client()
    sign_in(client)
    kept = key_of(client)
    client.delete("/api/session")
    assert who(browser_with(kept)) is None
    assert not Session.objects.filter(session_key=kept).exists()


def test_sessions_are_kept_by_the_database_and_by_no_cache() -> None:
    """So that signing out holds where the broker is away."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    assert issubclass(store, db.SessionStore)
    assert not issubclass(store, cached_db.SessionStore)


def test_sessions_of_an_account_that_was_switched_off_end(scene: Scene) -> None:
    client = scene.client("assessor")
    User.objects.filter(username="alice").update(is_active=False)
    assert who(client) is None
    assert client.get("/api/campaigns").status_code == 403
    assert sign_in(Client()).status_code == 400


# What cookies hold


@pytest.mark.parametrize("key", KEYS)
def test_a_cookie_that_we_never_gave_is_as_good_as_none(key: str, scene: Scene) -> None:
    client = Client(headers={"cookie": f"sessionid={key}"})
    answers = [client.get(path).status_code for path in ("/api/session", "/api/campaigns", "/")]
    assert answers == [200, 403, 200]


@pytest.mark.parametrize("token", ["", "x", "\u00e9" * 64, '"' + "\\000" * 64 + '"', "a" * 100_000])
def test_a_csrf_token_that_we_never_gave_is_refused(token: str, scene: Scene) -> None:
    cookie = f"csrftoken={token}".encode().decode("latin-1")
    client = Client(enforce_csrf_checks=True, headers={"cookie": cookie, "X-CSRFToken": "a" * 64})
    assert sign_in(client).json()["code"] == "csrf_failed"


@pytest.mark.parametrize("header", ["Origin", "Referer"])
def test_a_change_from_another_site_is_refused_even_with_the_token(
    header: str, house: House
) -> None:
    [door] = [door for door in UNSAFE if door.path.endswith("/withdrawal")]
    headers = {header: "https://evil.example/"}
    got = house.browsers["assessor"].got(
        lambda client: client.post(door.address(house.scene), {}, headers=headers, secure=True)
    )
    assert got.status == 403


def test_no_other_site_is_allowed_to_read(scene: Scene) -> None:
    client = scene.client("assessor")
    answer = client.get("/api/campaigns", headers={"Origin": "https://evil.example"})
    assert [name for name in answer.headers if name.startswith("Access-Control-")] == []


def flags(morsel: Morsel[str]) -> dict[str, object]:
    return {name: morsel[name] for name in ("httponly", "samesite", "domain", "path")}


def test_no_script_reads_the_session_and_no_other_site_sends_it(scene: Scene) -> None:
    client = Client()
    sign_in(client)
    shared = {"samesite": "Lax", "domain": "", "path": "/"}
    assert flags(client.cookies["sessionid"]) == {"httponly": True, **shared}
    assert flags(client.cookies["csrftoken"]) == {"httponly": "", **shared}  # for our own script


@pytest.mark.parametrize("is_https", [True, False])
def test_over_https_cookies_travel_no_other_way(is_https: bool) -> None:
    """Settings are read once, so by a process of its own."""
    found = subprocess.run(
        [sys.executable, "-c", SHOW_FLAGS],
        cwd=ROOT,
        env={**os.environ, "REGRADE_HTTPS": str(is_https).lower()},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(found.stdout) == [is_https] * 3


# Headers


@pytest.mark.parametrize("door", [door for door in DOORS if door.who != EVERYBODY][:3], ids=str)
def test_refusals_carry_the_same_headers(door: Door, scene: Scene) -> None:
    assert_guarded(enter(door, scene.client("anonymous"), scene, "anonymous"))


@pytest.mark.parametrize(
    "path", ["/", "/api/session", "/api/schema", "/health", "/api/nothing", "/static/nothing"]
)
def test_every_answer_forbids_frames_and_guessing_of_its_type(path: str, scene: Scene) -> None:
    assert_guarded(Client().get(path))


def assert_guarded(answer: Any) -> None:
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_another_name_for_this_server_is_refused(scene: Scene) -> None:
    assert Client(headers={"host": "evil.example"}).get("/api/session").status_code == 400
