from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db

ALICE = {"username": "alice", "password": "alice-password"}


def sign_in(client: Client, body: dict[str, str], **headers: str) -> tuple[int, dict[str, object]]:
    response = client.post("/api/session", body, content_type="application/json", headers=headers)
    return response.status_code, response.json()


def test_nobody_is_signed_in_at_first(client: Client) -> None:
    assert client.get("/api/session").json() == {
        "username": None,
        "email": "",
        "sends_mail": False,
        "may_organize": False,
        "may_research": False,
        "is_administrator": False,
    }


def test_name_and_password_sign_in(alice: User, client: Client) -> None:
    sign_in(client, ALICE)
    assert client.get("/api/session").json()["username"] == "alice"


@pytest.mark.parametrize("name", ["Alice", "ALICE", "\uff41lice", "al\u0456ce"])
def test_what_registration_takes_for_the_same_name_signs_in(
    name: str, alice: User, client: Client
) -> None:
    assert sign_in(client, {**ALICE, "username": name})[0] == 200
    assert client.get("/api/session").json()["username"] == "alice"


def test_a_name_as_written_comes_before_those_that_look_alike(alice: User, client: Client) -> None:
    """Accounts of earlier releases may look alike; of several nobody guesses which is meant."""
    User.objects.create_user("Alice", password="another-password")
    assert sign_in(client, {"username": "Alice", "password": "another-password"})[0] == 200
    assert client.get("/api/session").json()["username"] == "Alice"
    assert sign_in(client, {**ALICE, "username": "ALICE"})[0] == 400


def test_rights_are_reported(carol: User, rita: User, client: Client) -> None:
    client.force_login(carol)
    assert client.get("/api/session").json()["may_organize"] is True
    client.force_login(rita)
    assert client.get("/api/session").json()["may_research"] is True


def test_a_wrong_password_is_refused_in_one_sentence(alice: User, client: Client) -> None:
    status, answer = sign_in(client, {**ALICE, "password": "guess"})
    assert (status, answer["code"]) == (400, "sign_in_refused")


def test_an_account_without_password_cannot_sign_in(db: None, client: Client) -> None:
    User.objects.create_user("imported")
    assert sign_in(client, {"username": "imported", "password": "x"})[0] == 400


def test_signing_out_ends_the_session(alice: User, client: Client) -> None:
    sign_in(client, ALICE)
    client.delete("/api/session")
    assert client.get("/api/session").json()["username"] is None


def change(client: Client, old: str, new: str) -> tuple[int, str]:
    body = {"old": old, "new": new}
    answer = client.post("/api/session/password", body, content_type="application/json")
    return answer.status_code, "" if answer.status_code == 204 else answer.json()["code"]


def test_another_password_takes_the_old_ones_place_and_ends_other_sessions(
    alice: User, client: Client
) -> None:
    elsewhere = Client()
    for one in (client, elsewhere):
        sign_in(one, ALICE)
    assert change(client, "alice-password", "larches-in-autumn") == (204, "")
    assert client.get("/api/session").json()["username"] == "alice"
    assert elsewhere.get("/api/session").json()["username"] is None
    assert sign_in(Client(), ALICE)[0] == 400
    assert sign_in(Client(), {**ALICE, "password": "larches-in-autumn"})[0] == 200


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("guess", "larches-in-autumn", "wrong_password"),
        ("alice-password", "alice-password", "same_password"),
        ("alice-password", "12345678", "guessable_password"),
    ],
)
def test_a_password_that_will_not_do_is_refused(
    alice: User, client: Client, old: str, new: str, code: str
) -> None:
    sign_in(client, ALICE)
    assert change(client, old, new) == (400, code)
    assert sign_in(Client(), ALICE)[0] == 200


def test_guessing_ones_own_old_password_is_slowed_down(alice: User, client: Client) -> None:
    """A browser left open is no place to try passwords from."""
    client.force_login(alice)
    tried = [change(client, f"guess-{n}", "larches-in-autumn")[0] for n in range(7)]
    assert (tried[0], tried[-1]) == (400, 429)
