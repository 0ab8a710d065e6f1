from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.identity.accounts import newcomer
from annotation.people.creating import create_account
from ranking.exceptions import NameRefused, NameTaken
from regrade.exceptions import RegradeError
from tests.annotation.inviting import PASSWORD
from tests.factories import make_campaign, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db

LOOK_ALIKES = {
    "Alice": "another case",
    "AIice": "a capital i for an l",
    "\uff41lice": "a full-width a",
    " alice ": "blanks around it",
}
OTHER_SCRIPTS = ["иван", "νίκος", "李雷", "漢字かなカナ", "김철수", "محمد", "müller", "a.b@c-1"]


@pytest.mark.parametrize("name", LOOK_ALIKES, ids=LOOK_ALIKES.values())
def test_a_name_that_reads_like_anothers_is_taken(name: str) -> None:
    make_user("alice")
    with pytest.raises(NameTaken):
        create_account(username=name, password=PASSWORD)
    assert User.objects.count() == 1


def test_a_name_in_another_script_that_reads_the_same_is_taken() -> None:
    """All of it is Cyrillic."""
    make_user("coco")
    with refused(NameTaken, "name_looks_taken", field="username"):
        create_account(username="сосо", password=PASSWORD)  # noqa: RUF001


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("\u0430lice", "Cyrillic and Latin"),
        ("ali\u200bce", "ZERO WIDTH SPACE"),
        ("ali\u3164ce", "HANGUL"),
        ("alice\ufe0f", "VARIATION SELECTOR-16"),
        ("\u202eecila", "RIGHT-TO-LEFT OVERRIDE"),
    ],
)
def test_a_name_in_which_nobody_could_be_recognized_is_refused(name: str, what: str) -> None:
    with refused(NameRefused, "bad_name", field="username") as found:
        create_account(username=name, password=PASSWORD)
    assert what in str(found.value)
    with pytest.raises(RegradeError):
        newcomer(username=name, password=PASSWORD)
    assert not User.objects.exists()


@pytest.mark.parametrize("name", OTHER_SCRIPTS)
def test_a_name_of_any_one_script_can_be_had(name: str) -> None:
    make_user("alice")
    assert create_account(username=name, password=PASSWORD).username == name


def test_who_has_such_a_name_keeps_it(client: Client) -> None:
    make_user("alice")
    make_user("\u0430lice")
    credentials = {"username": "\u0430lice", "password": "\u0430lice-password"}
    assert client.post("/api/session", credentials, "application/json").status_code == 200


def test_signing_up_says_what_is_wrong_with_the_name(client: Client) -> None:
    make_user("alice")
    campaign = make_campaign(allows_sign_up=True)
    account = {"username": "ALICE", "password": PASSWORD}
    answer = client.post(f"/api/campaigns/{campaign.pk}/sign-up", account, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "name_looks_taken")
    assert list(answer.json()["fields"]) == ["username"]
    assert "'ALICE'" in answer.json()["detail"]
