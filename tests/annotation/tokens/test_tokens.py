"""API tokens: issued, used and ended."""

from __future__ import annotations

import logging
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from annotation.administration.changing import change_account
from annotation.administration.listing import sentence_of
from annotation.exceptions import PeopleRefused, TokenRefused
from annotation.identity.ending_tokens import forget_ended_tokens
from annotation.identity.links import make_link, set_password_by_link
from annotation.models import AccountEvent, ApiToken
from annotation.tokens.issuing import MAX_TOKENS, NewToken, issue_token, revoke_token
from tests.factories import make_administrator, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db
TOKENS = "/api/session/tokens"


@pytest.fixture
def rita() -> User:
    return make_user("rita", "ranking.may_research")


@pytest.fixture
def issued(rita: User) -> NewToken:
    return issue_token(account=rita, name="notebook", scopes=["research"])


def program(text: str, **options: Any) -> Client:
    """A client with the header, and CSRF checks that apply to browsers alone."""
    headers = {"Authorization": f"Bearer {text}"}
    return Client(enforce_csrf_checks=True, headers=headers, **options)


def asked(text: str, path: str = "/api/session") -> tuple[int, Any]:
    answer = program(text).get(path)
    return answer.status_code, answer.json()


def test_a_token_acts_for_its_account_without_a_cookie(issued: NewToken) -> None:
    client = program(issued.text)
    answer = client.get("/api/session")
    assert answer.json()["username"] == "rita"
    assert answer.json()["may_research"] is True
    assert "sessionid" not in client.cookies
    assert client.patch("/api/library/runs", {}, content_type="application/json").status_code == 400


def test_a_scope_gives_no_right_that_the_account_lacks() -> None:
    text = issue_token(account=make_user("mallory"), name="all", scopes=["organize"]).text
    assert asked(text, "/api/scales")[1]["code"] == "permission_denied"


def test_the_header_decides_even_beside_a_session(rita: User, issued: NewToken) -> None:
    client = program(f"{issued.text}x")
    client.force_login(rita)
    answer = client.get("/api/runs")
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    assert answer["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("text", ["", "a b", "regrade_guess", "é", "Bearer", "x" * 10_000])
def test_a_guess_opens_nothing(issued: NewToken, text: str) -> None:
    assert asked(text)[0] == 401


def test_a_token_in_the_address_or_as_a_form_opens_nothing(issued: NewToken) -> None:
    for name in ("token", "access_token", "Authorization"):
        assert Client().get("/api/runs", {name: issued.text}).status_code == 403


def test_an_ended_token_says_how(rita: User, issued: NewToken) -> None:
    ApiToken.objects.update(expires_at=timezone.now())
    assert "expired" in asked(issued.text)[1]["detail"]
    revoke_token(token=issued.token)
    revoke_token(token=issued.token)
    assert "revoked" in asked(issued.text)[1]["detail"]
    User.objects.filter(pk=rita.pk).update(is_active=False)
    assert "unknown" in asked(issued.text)[1]["detail"]
    assert [event.kind for event in AccountEvent.objects.filter(account=rita)] == [
        "token_revoked",
        "token_issued",
    ]


def test_the_last_use_is_noted_once_a_minute(issued: NewToken) -> None:
    asked(issued.text)
    first = ApiToken.objects.get().last_used_at
    asked(issued.text)
    assert first is not None
    assert ApiToken.objects.get().last_used_at == first
    ApiToken.objects.update(last_used_at=first - timedelta(minutes=2))
    asked(issued.text)
    assert ApiToken.objects.filter(last_used_at__gt=first).exists()


def test_only_a_hash_is_kept_and_nothing_is_logged(
    issued: NewToken, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        asked(issued.text)
        asked(f"{issued.text}x")
    assert issued.text not in caplog.text
    assert issued.text.removeprefix("regrade_") not in str(ApiToken.objects.values().get())
    said = [sentence_of(event) for event in AccountEvent.objects.all()]
    assert said == ["Issued the API token notebook of rita: read and research, for 90 days."]


def test_the_page_of_an_account_issues_lists_and_revokes(rita: User, issued: NewToken) -> None:
    client = Client()
    client.force_login(rita)
    asking = {"name": "script", "scopes": ["organize"], "days": 3, "password": "guess"}
    answer = client.post(TOKENS, asking, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_password")
    asking["password"] = "rita-password"
    made = client.post(TOKENS, asking, content_type="application/json")
    assert made.status_code == 201
    assert asked(made.json()["text"])[0] == 200
    assert [(one["name"], one["scopes"]) for one in client.get(TOKENS).json()] == [
        ("script", ["read", "organize"]),
        ("notebook", ["read", "research"]),
    ]
    assert client.delete(f"{TOKENS}?name=script").status_code == 204
    assert client.delete(f"{TOKENS}?name=script").json()["code"] == "no_token"
    assert asked(made.json()["text"])[0] == 401


def test_deactivation_ends_tokens_for_good(rita: User, issued: NewToken) -> None:
    boss = make_administrator("boss")
    for is_active in (False, True):
        change_account(account=rita, changes={"is_active": is_active}, actor=boss)
    assert asked(issued.text)[0] == 401
    change_account(account=rita, changes={"is_active": False}, actor=boss)
    with refused(PeopleRefused, "account_deactivated"):
        issue_token(account=rita, name="late")


def test_a_password_set_by_link_ends_tokens(rita: User, issued: NewToken) -> None:
    set_password_by_link(token=make_link(account=rita).token, password="quite another one")
    assert asked(issued.text)[0] == 401


def test_anonymizing_keeps_no_times_of_tokens(rita: User, issued: NewToken) -> None:
    asked(issued.text)
    revoke_token(token=issue_token(account=rita, name="ended").token)
    forget_ended_tokens([rita.pk])
    kept = ApiToken.objects.get()
    assert kept.last_used_at is not None
    assert {(at.day, at.hour, at.minute) for at in (kept.created_at, kept.last_used_at)} == {
        (1, 0, 0)
    }


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"name": " "}, "bad_name"),
        ({"name": "x" * 101}, "bad_name"),
        ({"name": " notebook "}, "name_taken"),
        ({"scopes": []}, "no_scope"),
        ({"scopes": ["read", "judge"]}, "unknown_scope"),
        ({"scopes": ["submit"]}, "submit_needs_call"),
        ({"scopes": ["read", "submit"]}, "submit_needs_call"),
        ({"days": 0}, "out_of_range"),
        ({"days": 367}, "out_of_range"),
    ],
)
def test_what_no_token_may_be_is_refused(
    rita: User, issued: NewToken, changed: dict[str, Any], code: str
) -> None:
    with refused(TokenRefused, code, field=next(iter(changed))):
        issue_token(account=rita, **{"name": "other", **changed})


def test_names_of_ended_tokens_are_free_and_their_number_is_limited(
    rita: User, issued: NewToken
) -> None:
    ApiToken.objects.update(expires_at=timezone.now())
    issue_token(account=rita, name="notebook")
    for n in range(MAX_TOKENS - 1):
        issue_token(account=rita, name=str(n))
    with refused(TokenRefused, "too_many"):
        issue_token(account=rita, name="one more")


def test_the_command_issues_lists_and_revokes(rita: User) -> None:
    def run(*words: str) -> str:
        out = StringIO()
        call_command("api_token", "rita", *words, stdout=out, stderr=StringIO())
        return out.getvalue()

    text = run("--issue", "nightly", "--scopes", "research").strip()
    assert asked(text)[1]["username"] == "rita"
    assert '"scopes": "read, research"' in run("--format", "json")
    run("--revoke", "nightly")
    assert asked(text)[0] == 401
    assert "nightly" not in run("--format", "csv")
