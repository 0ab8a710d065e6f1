from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.fixtures import Settings

from annotation.models import Campaign, Invitation, Membership, Role
from annotation.people.invitations import revoke_invitation
from tests.annotation.inviting import PASSWORD, expire, invite, n_uses, set_member
from tests.factories import make_campaign, make_member

pytestmark = pytest.mark.django_db

NEWCOMER = {"username": "dave", "password": PASSWORD}


def post(client: Client, path: str, body: dict[str, Any], **headers: str) -> Any:
    return client.post(f"/api/{path}", body, content_type="application/json", headers=headers)


def look(client: Client, token: object) -> Any:
    return post(client, "invitations/look", {"token": token})


def accept(client: Client, token: object, **account: str) -> Any:
    return post(client, "invitations/accept", {"token": token, **account})


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign(allows_sign_up=True)


def as_told(campaign: Campaign) -> dict[str, object]:
    return {"id": campaign.pk, "name": "campaign", "state": "open"}


def test_an_invitation_shows_what_it_offers_and_no_more(campaign: Campaign, client: Client) -> None:
    token = invite(campaign, role=Role.ADJUDICATOR).token
    assert look(client, token).json() == {
        "campaign": as_told(campaign),
        "role": "adjudicator",
        "is_member": False,
    }


def test_looking_uses_nothing_up(campaign: Campaign, client: Client) -> None:
    invitation, token = invite(campaign)
    for _ in range(3):
        assert look(client, token).status_code == 200
    assert n_uses(invitation) == 0


def test_a_newcomer_accepts_and_is_signed_in(campaign: Campaign, client: Client) -> None:
    answer = accept(client, invite(campaign).token, **NEWCOMER)
    member = Membership.objects.get()
    assert answer.json() == {
        "campaign": as_told(campaign),
        "role": "assessor",
        "pseudonym": member.pseudonym,
    }
    assert client.get("/api/session").json()["username"] == "dave"
    assert client.get(f"/api/judging/{campaign.pk}").status_code == 200


def test_who_is_signed_in_joins_with_that_account(
    campaign: Campaign, alice: User, client: Client
) -> None:
    client.force_login(alice)
    token = invite(campaign).token
    assert accept(client, token).status_code == 200
    assert Membership.objects.get().user == alice
    assert look(client, token).json()["is_member"] is True


def test_who_is_signed_in_makes_no_other_account(
    campaign: Campaign, alice: User, client: Client
) -> None:
    client.force_login(alice)
    answer = accept(client, invite(campaign).token, **NEWCOMER)
    assert answer.status_code == 400
    assert "signed in as alice" in answer.json()["detail"]
    assert not Membership.objects.exists()


@pytest.mark.parametrize("account", [{}, {"username": "dave"}, {"password": PASSWORD}])
def test_a_newcomer_is_asked_for_name_and_password(
    account: dict[str, str], campaign: Campaign, client: Client
) -> None:
    answer = accept(client, invite(campaign).token, **account)
    assert (answer.status_code, answer.json()["code"]) == (400, "people_refused")
    assert not User.objects.exists()


def test_a_weak_password_is_refused_with_the_reason(campaign: Campaign, client: Client) -> None:
    answer = accept(client, invite(campaign).token, username="dave", password="12345678")
    assert answer.status_code == 400
    assert "too common" in answer.json()["detail"]
    assert client.get("/api/session").json()["username"] is None


@pytest.mark.parametrize("call", [look, accept])
@pytest.mark.parametrize("token", ["", "A" * 43, "x", 7])
def test_what_opens_nothing_is_answered_alike(
    call: Callable[..., Any], token: object, campaign: Campaign, client: Client
) -> None:
    invite(campaign)
    answer = call(client, token)
    assert (answer.status_code, answer.json()) == (
        404,
        {"code": "not_found", "detail": "This link leads to no invitation; ask for a new one."},
    )


@pytest.mark.parametrize("call", [look, accept])
@pytest.mark.parametrize("token", [None, ["a"], {"a": 1}, "\ud800", "a\x00b"])
def test_what_cannot_be_a_token_is_no_error_of_the_server(
    call: Callable[..., Any], token: object, campaign: Campaign, client: Client
) -> None:
    assert call(client, token).status_code == 400


def revoke(invitation: Invitation) -> None:
    revoke_invitation(invitation=invitation)


@pytest.mark.parametrize("call", [look, accept])
@pytest.mark.parametrize(("end", "word"), [(expire, "expired"), (revoke, "taken back")])
def test_a_link_that_has_ended_says_why(
    call: Callable[..., Any],
    end: Callable[[Invitation], None],
    word: str,
    campaign: Campaign,
    alice: User,
    client: Client,
) -> None:
    client.force_login(alice)
    invitation, token = invite(campaign)
    end(invitation)
    answer = call(client, token)
    assert (answer.status_code, answer.json()["code"]) == (400, "people_refused")
    assert word in answer.json()["detail"]


def test_a_token_in_the_address_opens_nothing(campaign: Campaign, client: Client) -> None:
    token = invite(campaign).token
    assert client.get("/api/invitations/look", {"token": token}).status_code == 405
    answer = client.post(
        f"/api/invitations/look?token={token}", {}, content_type="application/json"
    )
    assert answer.status_code == 400


def test_an_invitation_gives_no_role_but_its_own(campaign: Campaign, client: Client) -> None:
    """What else is sent along changes nothing."""
    forged = {
        "role": "adjudicator",
        "is_staff": "true",
        "quota": "1",
        "qualified_at": "2026-01-01T00:00Z",
        "pseudonym": "P-king",
    }
    accept(client, invite(campaign).token, **NEWCOMER, **forged)
    member = Membership.objects.select_related("user").get()
    assert (member.role, member.quota, member.qualified_at) == ("assessor", None, None)
    assert member.pseudonym != "P-king"
    assert member.user is not None
    assert not member.user.is_staff


@pytest.fixture
def slow_clock(settings: Settings) -> None:
    """No try is forgotten while a test runs."""
    settings.INVITATION_RATE = (20, 86_400)


@pytest.mark.usefixtures("slow_clock")
def test_guessing_tokens_is_slowed_down(campaign: Campaign, client: Client) -> None:
    """Whatever the request says of where it comes from, and with the two addresses together."""
    token = invite(campaign).token
    answers = [
        post(
            client,
            f"invitations/{('look', 'accept')[i % 2]}",
            {"token": f"guess {i}"},
            **{"X-Forwarded-For": f"10.0.0.{i}"},
        ).status_code
        for i in range(21)
    ]
    assert answers == [404] * 20 + [429]
    assert look(client, token).status_code == 429


@pytest.mark.usefixtures("slow_clock")
def test_guessing_goes_no_faster_with_accounts(
    campaign: Campaign, alice: User, bob: User, client: Client
) -> None:
    for user in (alice, bob):
        client.force_login(user)
        for i in range(10):
            look(client, f"guess {i}")
    assert look(client, "guess").status_code == 429


@pytest.mark.usefixtures("slow_clock")
def test_signing_up_is_counted_with_the_guesses(campaign: Campaign, client: Client) -> None:
    for i in range(20):
        post(client, "campaigns/0/sign-up", {**NEWCOMER, "username": f"d{i}"})
    answer = post(client, f"campaigns/{campaign.pk}/sign-up", NEWCOMER)
    assert answer.status_code == 429
    assert not User.objects.exists()


def test_anybody_signs_up_where_that_is_allowed(campaign: Campaign, client: Client) -> None:
    path = f"campaigns/{campaign.pk}/sign-up"
    assert client.get(f"/api/{path}").json() == {
        "campaign": as_told(campaign),
        "role": "assessor",
        "is_member": False,
    }
    answer = post(client, path, NEWCOMER)
    assert answer.json()["campaign"] == as_told(campaign)
    assert client.get("/api/session").json()["username"] == "dave"


@pytest.mark.parametrize("body", [{}, NEWCOMER, {"username": "alice", "password": "x"}])
def test_elsewhere_signing_up_tells_nothing(
    body: dict[str, str], campaign: Campaign, alice: User, client: Client
) -> None:
    Campaign.objects.update(allows_sign_up=False)
    answers = [
        (answer.status_code, answer.content)
        for campaign_id in (campaign.pk, campaign.pk + 1)
        for answer in (
            post(client, f"campaigns/{campaign_id}/sign-up", body),
            client.get(f"/api/campaigns/{campaign_id}/sign-up"),
        )
    ]
    assert len(set(answers)) == 1
    assert answers[0][0] == 404


@pytest.mark.parametrize("path", ["invitations/look", "invitations/accept", "sign-up"])
def test_a_request_without_a_csrf_token_is_refused(path: str, campaign: Campaign) -> None:
    if path == "sign-up":
        path = f"campaigns/{campaign.pk}/sign-up"
    client = Client(enforce_csrf_checks=True)
    body = {"token": invite(campaign).token, **NEWCOMER}
    assert post(client, path, body).status_code == 403
    assert not User.objects.exists()


def test_who_withdrew_is_told_whom_to_ask(campaign: Campaign, alice: User, client: Client) -> None:
    set_member(make_member(campaign, alice), withdrawn_at="2026-01-01T00:00Z")
    client.force_login(alice)
    answer = accept(client, invite(campaign).token)
    assert answer.status_code == 400
    assert "organizer can let you in again" in answer.json()["detail"]


@pytest.mark.parametrize("allows_sign_up", [True, False])
def test_a_member_is_told_so_whoever_else_may_join(
    allows_sign_up: bool, campaign: Campaign, alice: User, client: Client
) -> None:
    Campaign.objects.update(allows_sign_up=allows_sign_up)
    make_member(campaign, alice)
    client.force_login(alice)
    offer = client.get(f"/api/campaigns/{campaign.pk}/sign-up").json()
    assert (offer["campaign"]["name"], offer["is_member"]) == (campaign.name, True)


def test_somebody_who_is_no_member_yet_is_told_so(
    campaign: Campaign, alice: User, client: Client
) -> None:
    Campaign.objects.update(allows_sign_up=True)
    client.force_login(alice)
    assert client.get(f"/api/campaigns/{campaign.pk}/sign-up").json()["is_member"] is False
