"""Guessing is slow, wherever it comes from, and what is guessed wrong is answered alike."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.fixtures import Settings

from tests.factories import make_user
from tests.security.scene import PASSWORD, Scene

pytestmark = pytest.mark.django_db

LOGIN, JOINING = 30, 20  # a minute, as .env.example says
GUESS = {"username": "alice", "password": "guess"}
NEWCOMER = {"username": "newcomer", "password": PASSWORD}
PLACES = {
    "session": (LOGIN, GUESS),
    "invitations/look": (JOINING, {"token": "guess"}),
    "invitations/accept": (JOINING, {"token": "guess", **NEWCOMER}),
    "campaigns/0/sign-up": (JOINING, NEWCOMER),
}


def post(client: Client, place: str, body: dict[str, Any], address: str = "10.0.0.1") -> Any:
    return client.post(f"/api/{place}", body, content_type="application/json", REMOTE_ADDR=address)


@pytest.fixture
def behind_one_proxy(settings: Settings) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}


@pytest.mark.parametrize("place", PLACES)
def test_after_so_many_guesses_an_address_waits(place: str, scene: Scene) -> None:
    limit, body = PLACES[place]
    told = [post(Client(), place, body).status_code for _ in range(limit + 2)]
    assert 429 not in told[:limit]
    assert told[limit:] == [429, 429]


@pytest.mark.parametrize("place", PLACES)
def test_another_address_need_not_wait(place: str, scene: Scene) -> None:
    limit, body = PLACES[place]
    for _ in range(limit + 1):
        post(Client(), place, body)
    assert post(Client(), place, body, address="10.0.0.2").status_code in {400, 404}


@pytest.mark.parametrize("place", PLACES)
def test_a_request_is_not_believed_where_it_comes_from(place: str, scene: Scene) -> None:
    """No proxy is configured, so nobody in front may say."""
    limit, body = PLACES[place]
    for i in range(limit):
        client = Client(
            headers={"X-Forwarded-For": f"192.0.2.{i}", "Forwarded": f"for=192.0.2.{i}"}
        )
        post(client, place, body)
    client = Client(headers={"X-Forwarded-For": "192.0.2.250"})
    assert post(client, place, body).status_code == 429


@pytest.mark.parametrize("place", PLACES)
def test_of_the_addresses_told_to_a_proxy_only_its_own_word_counts(
    place: str, behind_one_proxy: None, scene: Scene
) -> None:
    limit, body = PLACES[place]
    for i in range(limit):
        client = Client(headers={"X-Forwarded-For": f"192.0.2.{i}, 198.51.100.7"})
        post(client, place, body, address=f"10.0.0.{i}")
    again, other = (
        post(Client(headers={"X-Forwarded-For": f"1.1.1.1, {told}"}), place, body).status_code
        for told in ("198.51.100.7", "198.51.100.8")
    )
    assert (again, other == 429) == (429, False)


@pytest.mark.parametrize("place", PLACES)
def test_guessing_goes_no_faster_with_accounts(place: str, scene: Scene) -> None:
    limit, body = PLACES[place]
    for i in range(limit):
        client = Client()
        client.force_login(make_user(f"puppet{i}"))
        post(client, place, body)
    assert post(Client(), place, body).status_code == 429


def test_the_right_password_waits_too(scene: Scene) -> None:
    for _ in range(LOGIN):
        post(Client(), "session", GUESS)
    answer = post(Client(), "session", {**GUESS, "password": "alice-password"})
    assert answer.status_code == 429


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
    told = set()
    for name in ("alice", "nobody-of-that-name", "gone", "imported"):
        hashed.n_hashed = 0
        answer = post(Client(), "session", {"username": name, "password": "guess"})
        told.add((answer.status_code, answer.content, hashed.n_hashed))
    assert len(told) == 1
    assert next(iter(told))[2] == 1


@pytest.mark.parametrize("password", ["alice-password", "gone-password"])
def test_an_account_that_was_switched_off_is_no_other_than_none(
    password: str, scene: Scene
) -> None:
    make_user("gone")
    User.objects.filter(username="gone").update(is_active=False)
    answers = [
        post(Client(), "session", {"username": name, "password": password}).content
        for name in ("gone", "nobody-of-that-name")
    ]
    assert answers[0] == answers[1]


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
