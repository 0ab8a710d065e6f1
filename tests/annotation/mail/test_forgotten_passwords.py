from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.fixtures import Settings

from annotation.administration.listing import sentence_of
from annotation.exceptions import PeopleRefused
from annotation.identity.links import make_link, set_password_by_link, usable_link
from annotation.identity.log import account_events
from annotation.mail.sending import _thread
from annotation.models import PasswordLink
from annotation.people.forgotten_passwords import OF_ACCOUNT, send_links
from tests.annotation.inviting import PASSWORD
from tests.factories import make_user
from tests.mail_server import Box, free_port, text_of, use_mail_server
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def user_with(email: str, name: str = "ann", **fields: Any) -> User:
    user = make_user(name)
    User.objects.filter(pk=user.pk).update(email=email, **fields)
    return User.objects.get(pk=user.pk)


def ask(client: Client, account: str) -> Any:
    body = {"account": account}
    return client.post("/api/session/forgotten", body, content_type="application/json")


@pytest.mark.parametrize("written", ["ann", "ANN", " ann@example.org ", "Ann@Example.org"])
def test_a_name_or_an_address_gets_a_link_that_sets_the_password(written: str, box: Box) -> None:
    ann = user_with("ann@example.org")
    assert send_links(written) == 1
    assert box.recipients == ["ann@example.org"]
    assert usable_link(box.link().partition("/reset#")[2]).account == ann
    assert "for 24 hours" in text_of(box.taken[0])
    [event] = account_events().rows
    assert (
        sentence_of(event) == "Sent ann a link to set a password, valid for 24 hours, on request."
    )


def test_a_mailed_link_ends_none_of_an_administrator_until_one_of_them_is_used(box: Box) -> None:
    made = make_link(account=user_with("ann@example.org"))
    assert send_links("ann") == 1
    assert usable_link(made.token)
    set_password_by_link(token=box.link().partition("/reset#")[2], password=PASSWORD)
    with refused(PeopleRefused, "link_revoked"):
        usable_link(made.token)


def test_accounts_that_share_an_address_each_get_a_link(box: Box) -> None:
    for name in ("ann", "ben"):
        user_with("both@example.org", name)
    assert send_links("both@example.org") == 2
    assert [text.split(",")[0] for text in map(text_of, box.taken)] == ["Hello ann", "Hello ben"]


@pytest.mark.parametrize(
    "account",
    [{"email": ""}, {"email": "ann@example.org", "is_active": False}],
)
def test_an_account_without_an_address_or_deactivated_gets_none(
    account: dict[str, Any], box: Box
) -> None:
    user_with(**account)
    assert (send_links("ann"), send_links(""), send_links("ben")) == (0, 0, 0)
    assert box.taken == []
    assert not PasswordLink.objects.exists()


def test_one_account_gets_only_so_many(box: Box) -> None:
    user_with("ann@example.org")
    assert sum(send_links("ann") for _ in range(9)) == OF_ACCOUNT.at_once


def test_a_server_that_is_away_is_logged(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    use_mail_server(settings, free_port())
    user_with("ann@example.org")
    ann = User.objects.get(username="ann")
    link = make_link(account=ann)
    assert send_links("ann") == 0
    assert "ConnectionRefusedError" in caplog.text
    assert "ann@" not in caplog.text
    assert usable_link(link.token).account == ann  # an administrator's
    assert PasswordLink.objects.get(is_mailed=True).revoked_at is not None


@pytest.mark.django_db(transaction=True)
def test_the_answer_is_the_same_with_and_without_an_account(box: Box) -> None:
    user_with("ann@example.org")
    answers = [ask(Client(), account) for account in ("ann", "somebody")]
    _thread.submit(lambda: None).result(timeout=60)  # those before it are done
    assert [(answer.status_code, answer.content) for answer in answers] == [(204, b"")] * 2
    assert box.recipients == ["ann@example.org"]


def test_without_a_mail_server_the_answer_says_who_helps() -> None:
    answer = ask(Client(), "ann")
    assert (answer.status_code, answer.json()["code"]) == (400, "no_mail_server")
    assert "administrator" in answer.json()["detail"]


@pytest.mark.django_db(transaction=True)
def test_another_address_ends_links_to_the_former_one_which_is_notified(box: Box) -> None:
    ann, client = user_with("ann@example.org"), Client()
    client.force_login(ann)
    assert send_links("ann") == 1
    token = box.link().partition("/reset#")[2]
    body = {"email": "ann@home.example", "password": "ann-password"}
    place = "/api/session/email"
    assert client.post(place, body, content_type="application/json").status_code == 204
    _thread.submit(lambda: None).result(timeout=60)
    with refused(PeopleRefused, "link_revoked"):
        usable_link(token)
    assert box.recipients == ["ann@example.org"] * 2
    assert "was changed" in text_of(box.taken[-1])
    assert sentence_of(account_events().rows[0]) == "Changed the e-mail address of ann."


def test_the_owner_changes_the_address_with_the_password(alice: User) -> None:
    client = Client()
    client.force_login(alice)

    def change(**body: str) -> Any:
        return client.post("/api/session/email", body, content_type="application/json")

    right = "alice-password"
    assert change(email="a@example.org", password="wrong").json()["fields"].keys() == {"password"}
    assert change(email="a@", password=right).json()["fields"].keys() == {"email"}
    assert change(email=" a@example.org ", password=right).status_code == 204
    assert client.get("/api/session").json()["email"] == "a@example.org"
    assert change(email="", password=right).status_code == 204
    assert client.get("/api/session").json()["email"] == ""
