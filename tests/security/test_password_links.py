"""Links that set a password: each opens one account, once, for a while, and no list tells them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from annotation.identity.links import (
    NewLink,
    change_password,
    make_link,
    revoke_link,
    set_password_by_link,
)
from annotation.models import PasswordLink
from tests.factories import make_administrator
from tests.security.footprints import writes
from tests.security.scene import PASSWORD, Scene, rows

pytestmark = pytest.mark.django_db
OTHER = "larches-in-autumn"


def post(client: Client, place: str, body: dict[str, Any]) -> Any:
    return client.post(f"/api/{place}", body, content_type="application/json")


def use(token: str, client: Client | None = None, password: str = PASSWORD, **more: Any) -> Any:
    body = {"token": token, "password": password, **more}
    return post(client or Client(), "password-links/use", body)


def who(client: Client) -> object:
    return client.get("/api/session").json()["username"]


def opens(username: str, password: str) -> bool:
    return User.objects.get(username=username).check_password(password)


def test_a_link_sets_the_password_and_signs_in(scene: Scene) -> None:
    client = Client()
    look = post(client, "password-links/look", {"token": scene.link.token}).json()
    assert (look["username"], look["created_by"]) == ("lena", None)
    answer = use(scene.link.token, client)
    assert (answer.status_code, answer.json()["username"], who(client)) == (200, "lena", "lena")
    assert opens("lena", PASSWORD)


def test_sessions_of_before_end_and_a_planted_one_is_not_signed_in(scene: Scene) -> None:
    before, planted = Client(), scene.client("nobody")
    before.force_login(scene.link.account)
    victim = Client()
    victim.cookies["sessionid"] = planted.cookies["sessionid"].value
    use(scene.link.token, victim)
    assert (who(before), who(victim), who(planted)) == (None, "lena", None)


def used(link: NewLink) -> None:
    set_password_by_link(token=link.token, password=OTHER)


def expired(_: NewLink) -> None:
    PasswordLink.objects.update(expires_at=timezone.now())


def deactivated(link: NewLink) -> None:
    User.objects.filter(pk=link.account.pk).update(is_active=False)


def changed_otherwise(link: NewLink) -> None:
    change_password(user=link.account, old="lena-password", new=OTHER)


ENDS: dict[str, tuple[Callable[[NewLink], object], str]] = {
    "used": (used, "used already"),
    "revoked": (lambda link: revoke_link(account=link.account), "taken back"),
    "followed by another": (lambda link: make_link(account=link.account), "taken back"),
    "expired": (expired, "expired"),
    "deactivated": (deactivated, "taken back"),
    "changed otherwise": (changed_otherwise, "taken back"),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_link_that_ended_says_so_and_opens_nothing(end: str, scene: Scene) -> None:
    act, sentence = ENDS[end]
    act(scene.link)
    before, client = writes(), Client()
    answers = [
        post(client, "password-links/look", {"token": scene.link.token}),
        use(scene.link.token, client),
    ]
    assert [answer.status_code for answer in answers] == [400, 400]
    assert all(sentence in answer.json()["detail"] for answer in answers)
    assert who(client) is None
    assert writes() == before


@pytest.mark.parametrize("password", ["12345678", "password", "short"])
def test_a_password_that_is_easily_guessed_leaves_the_link_open(
    password: str, scene: Scene
) -> None:
    assert use(scene.link.token, password=password).status_code == 400
    assert use(scene.link.token).status_code == 200


def test_a_link_opens_no_other_account(scene: Scene) -> None:
    """Regardless of other fields sent and of the signed-in account."""
    alice = scene.people["assessor"]
    assert alice is not None
    client = scene.client("assessor")
    more: dict[str, Any] = {"username": "alice", "account_id": alice.pk, "account": alice.pk}
    assert use(scene.link.token, client, **more).json()["fields"].keys() == more.keys()
    assert use(scene.link.token, client).json()["username"] == "lena"
    assert opens("alice", "alice-password")
    assert not opens("alice", PASSWORD)


@pytest.mark.parametrize("change", [str.swapcase, lambda token: token[:-1], lambda t: t + " "])
def test_a_token_that_is_nearly_right_is_none(change: Callable[[str], str], scene: Scene) -> None:
    """Tokens are found by their hash: nothing tells how much of one is right."""
    answers = {use(token).content for token in (change(scene.link.token), "guess")}
    assert len(answers) == 1
    assert not opens("lena", PASSWORD)


def test_what_the_database_holds_opens_nothing(scene: Scene) -> None:
    link = PasswordLink.objects.get(account=scene.link.account)
    assert scene.link.token not in str(rows())
    assert use(link.token_hash).status_code == 404


def test_an_invitation_is_no_link_and_a_link_no_invitation(scene: Scene) -> None:
    assert use(scene.stage.invitation.token).status_code == 404
    look = post(Client(), "invitations/look", {"token": scene.link.token})
    assert look.status_code == 404


def test_right_links_count_against_nobody(scene: Scene) -> None:
    looks = {
        post(Client(), "password-links/look", {"token": scene.link.token}).status_code
        for _ in range(40)
    }
    assert looks == {200}


# What administrators see


def test_a_token_is_shown_once_and_nowhere_again(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    client = scene.client("administrator")
    address = f"/api/accounts/{scene.link.account.pk}/password-link"
    with caplog.at_level(logging.DEBUG):
        made = client.post(address, {}, content_type="application/json").json()
        use(made["token"])
        found = [client.get(f"/api/accounts{more}").content.decode() for more in ("", "/events")]
    fingerprint = PasswordLink.objects.get(used_at__isnull=False).token_hash
    for secret in (made["token"], fingerprint, User.objects.get(username="lena").password):
        assert not any(secret in answer for answer in found)
    assert made["token"] not in " ".join(
        record.getMessage() for record in caplog.records if record.name != "django.db.backends"
    )


def test_an_administrator_who_lost_the_right_has_lost_it_at_once(scene: Scene) -> None:
    make_administrator("other")
    client = scene.client("administrator")
    User.objects.filter(username="root").update(is_superuser=False)
    assert client.get("/api/accounts").status_code == 403


def test_who_set_the_password_is_logged(scene: Scene) -> None:
    use(scene.link.token)
    [event] = scene.client("administrator").get("/api/accounts/events").json()["rows"][:1]
    assert (event["kind"], event["account"], event["actor"]) == ("password_set", "lena", "lena")
