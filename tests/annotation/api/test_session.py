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
        "may_organize": False,
        "may_research": False,
    }


def test_name_and_password_sign_in(alice: User, client: Client) -> None:
    sign_in(client, ALICE)
    assert client.get("/api/session").json()["username"] == "alice"


def test_rights_are_told(carol: User, rita: User, client: Client) -> None:
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


def test_signing_in_without_a_csrf_token_is_refused(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/api/session", ALICE, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (403, "csrf_failed")
