"""Guessing is slow from any address, and all wrong guesses get the same answer."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings
from rest_framework.request import Request

from annotation.people import sign_in
from annotation.people.api import throttles
from tests.factories import make_user
from tests.security.scene import PASSWORD, Scene

pytestmark = pytest.mark.django_db

JOINING, SIGNING_IN = 4, 20  # tries of one address
GUESS = {"username": "alice", "password": "guess"}
NEWCOMER = {"username": "newcomer", "password": PASSWORD}
PLACES: dict[str, dict[str, Any]] = {
    "invitations/look": {"token": "guess"},
    "invitations/accept": {"token": "guess", **NEWCOMER},
    "campaigns/0/sign-up": NEWCOMER,
    "password-links/look": {"token": "guess"},
    "password-links/use": {"token": "guess", "password": PASSWORD},
}
DAY_S = 86_400.0


def post(client: Client, place: str, body: dict[str, Any], address: str = "10.0.0.1") -> Any:
    return client.post(f"/api/{place}", body, content_type="application/json", REMOTE_ADDR=address)


def waits_a_day(answer: Any) -> bool:
    """Less what has gone by since the try that began the pause."""
    return DAY_S - 600 < int(answer.headers["Retry-After"]) <= DAY_S


@pytest.fixture
def behind_one_proxy(settings: Settings) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}


@pytest.fixture
def few_links(settings: Settings, _slow_clocks: None) -> None:
    """Links that set a password are counted with those to sign in."""
    settings.LOGIN_RATE = (JOINING, DAY_S)


@pytest.fixture(autouse=True)
def _slow_clocks(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is forgotten, and no pause ends, while a test runs."""
    settings.INVITATION_RATE, settings.LOGIN_RATE = (JOINING, DAY_S), (SIGNING_IN, DAY_S)
    for name in ("FROM_ADDRESS", "FROM_BROWSER", "FROM_ANYWHERE"):
        limit = getattr(sign_in, name)
        slow = limit._replace(forget_s=DAY_S, first_s=DAY_S, longest_s=DAY_S)
        monkeypatch.setattr(sign_in, name, slow)


def each_place(test: Any) -> Any:
    return pytest.mark.usefixtures("few_links")(pytest.mark.parametrize("place", PLACES)(test))


@each_place
def test_after_so_many_tries_an_address_waits(place: str, scene: Scene) -> None:
    body = PLACES[place]
    found = [post(Client(), place, body).status_code for _ in range(JOINING + 2)]
    assert 429 not in found[:JOINING]
    assert found[JOINING:] == [429, 429]
    assert post(Client(), place, body, address="10.0.0.2").status_code in {400, 404}


@each_place
def test_a_request_is_not_believed_where_it_comes_from(place: str, scene: Scene) -> None:
    """No proxy is configured, so nobody in front may say."""
    body = PLACES[place]
    for i in range(JOINING):
        client = Client(
            headers={"X-Forwarded-For": f"192.0.2.{i}", "Forwarded": f"for=192.0.2.{i}"}
        )
        post(client, place, body)
    client = Client(headers={"X-Forwarded-For": "192.0.2.250"})
    assert post(client, place, body).status_code == 429


@each_place
def test_of_the_addresses_given_to_a_proxy_only_its_own_word_counts(
    place: str, behind_one_proxy: None, scene: Scene
) -> None:
    body = PLACES[place]
    for i in range(JOINING):
        client = Client(headers={"X-Forwarded-For": f"192.0.2.{i}, 198.51.100.7"})
        post(client, place, body, address=f"10.0.0.{i}")
    again, other = (
        post(Client(headers={"X-Forwarded-For": f"1.1.1.1, {found}"}), place, body).status_code
        for found in ("198.51.100.7", "198.51.100.8")
    )
    assert (again, other == 429) == (429, False)


@each_place
def test_guessing_goes_no_faster_with_accounts(place: str, scene: Scene) -> None:
    body = PLACES[place]
    for i in range(JOINING):
        client = Client()
        client.force_login(make_user(f"puppet{i}"))
        post(client, place, body)
    assert post(Client(), place, body).status_code == 429


# Signing in

RIGHT = {"username": "alice", "password": "alice-password"}


def guess(n: int, *, of: str = "alice", address: str = "10.0.0.1") -> list[int]:
    body = {"username": of, "password": "guess"}
    return [post(Client(), "session", body, address).status_code for _ in range(n)]


@pytest.fixture
def known(scene: Scene) -> Client:
    """A browser in which alice has signed in, and out again."""
    client = Client()
    post(client, "session", RIGHT)
    client.delete("/api/session")
    return client


def test_guesses_of_one_password_from_one_address_come_to_a_pause(scene: Scene) -> None:
    assert guess(7) == [400] * 5 + [429] * 2
    found = post(Client(), "session", RIGHT)
    assert found.status_code == 429
    assert waits_a_day(found)
    minutes = -(-int(found.headers["Retry-After"]) // 60)
    sentence = f"That was tried too often; wait {minutes} minutes and try again."
    assert found.json() == {"code": "throttled", "detail": sentence}


def test_guesses_keep_nobody_else_out(scene: Scene) -> None:
    """Neither others behind that address, nor the same person elsewhere."""
    guess(7)
    bob = {"username": "bob", "password": "bob-password"}
    assert post(Client(), "session", bob).status_code == 200
    assert post(Client(), "session", RIGHT, address="10.0.0.2").status_code == 200


def test_a_browser_that_knows_the_account_gets_in_whatever_others_try(
    known: Client, scene: Scene
) -> None:
    guess(7)
    for i in range(50):
        guess(1, address=f"10.1.0.{i}")  # from everywhere
    for i in range(SIGNING_IN):
        guess(1, of=f"nobody{i}")  # and of everybody, from this address
    assert post(Client(), "session", RIGHT, address="10.2.0.1").status_code == 429
    assert post(Client(), "session", {"username": "bob", "password": "x"}).status_code == 429
    assert post(known, "session", RIGHT).status_code == 200


def test_a_browser_that_knows_the_account_guesses_no_faster(known: Client) -> None:
    found = [post(known, "session", GUESS).status_code for _ in range(6)]
    assert found == [400] * 5 + [429]


def test_a_browser_knows_no_account_by_its_own_word(known: Client, scene: Scene) -> None:
    forged = Client()
    forged.cookies["known"] = known.cookies["known"].value[:-1]
    guess(7)
    assert post(forged, "session", RIGHT).status_code == 429
    assert post(known, "session", {**GUESS, "username": "bob"}).status_code == 400


def test_right_passwords_count_against_nobody(scene: Scene) -> None:
    """A class signs in from behind one address."""
    found = {post(Client(), "session", RIGHT).status_code for _ in range(SIGNING_IN + 5)}
    assert found == {200}


def test_addresses_of_one_network_are_one(scene: Scene) -> None:
    for i in range(JOINING):
        post(Client(), "invitations/look", {"token": "guess"}, address=f"2001:db8::{i + 1:x}")
    look = ("invitations/look", {"token": "guess"})
    assert post(Client(), *look, address="2001:db8::ffff").status_code == 429
    assert post(Client(), *look, address="2001:db8:0:1::1").status_code == 404


def test_an_address_counts_however_a_proxy_writes_it() -> None:
    network, v4 = "2001:db8::/64", "10.1.2.3"
    counted = {
        **dict.fromkeys((v4, f"::ffff:{v4}", f"{v4}:555", f"[::ffff:{v4}]:555"), v4),
        **dict.fromkeys(("2001:db8::1", "[2001:db8::1]:555", "[2001:db8::1]"), network),
        "unknown": "unknown",
    }
    asked = {found: Request(RequestFactory().get("/", REMOTE_ADDR=found)) for found in counted}
    assert {found: throttles.address_of(request) for found, request in asked.items()} == counted


# Writing


def test_what_one_account_writes_is_bounded(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = throttles.WRITES._replace(at_once=3, forget_s=DAY_S, first_s=DAY_S, longest_s=DAY_S)
    monkeypatch.setattr(throttles, "WRITES", slow)
    assessor, address = scene.client("assessor"), f"judging/{scene.stage.campaign.pk}/claims"
    found = [post(assessor, address, {"n": 1}) for _ in range(4)]
    assert [answer.status_code for answer in found] == [200, 200, 200, 429]
    assert waits_a_day(found[-1])
    assert assessor.get("/api/campaigns").status_code == 200
    assert post(scene.client("colleague"), address, {"n": 1}).status_code == 200


# What a wrong guess tells


class CountedHasher(MD5PasswordHasher):
    """Slow hashes are what a wrong guess takes its time for."""

    n_hashed = 0

    def encode(self, password: str, salt: str) -> str:
        CountedHasher.n_hashed += 1
        return super().encode(password, salt)


@pytest.fixture
def hashed(settings: Settings) -> type[CountedHasher]:
    settings.PASSWORD_HASHERS = [f"{__name__}.CountedHasher"]
    return CountedHasher


def test_a_wrong_name_is_answered_as_a_wrong_password(
    hashed: type[CountedHasher], scene: Scene
) -> None:
    """In the same words, and after the same work: no clock tells them apart."""
    make_user("gone")
    User.objects.filter(username="gone").update(is_active=False)
    User.objects.create_user("imported")  # without a password
    found = set()
    for name in ("alice", "nobody-of-that-name", "gone", "imported"):
        for password in ("guess", "gone-password"):
            hashed.n_hashed = 0
            answer = post(Client(), "session", {"username": name, "password": password})
            found.add((answer.status_code, answer.content, hashed.n_hashed))
    assert len(found) == 1
    assert next(iter(found))[2] == 1


@pytest.mark.parametrize("place", ["invitations/accept", "campaigns/0/sign-up"])
def test_without_an_invitation_nobody_learns_which_names_are_taken(
    place: str, scene: Scene
) -> None:
    body = {"token": "guess"} if place.startswith("invitations") else {}
    answers = {
        post(Client(), place, {**body, "username": name, "password": PASSWORD}).content
        for name in ("alice", "newcomer")
    }
    assert len(answers) == 1
