from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.dateparse import parse_datetime
from pytest_django.fixtures import Settings

from annotation.models import Campaign, Membership, PairKind, Role
from annotation.people.invitations import create_invitation
from tests.annotation.inviting import PASSWORD, expire, invite, n_uses, set_member
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db

NEWCOMER = {"username": "dave", "password": PASSWORD}


def post(client: Client, path: str, body: dict[str, Any]) -> Any:
    return client.post(f"/api/{path}", body, content_type="application/json")


def look(client: Client, token: object) -> Any:
    return post(client, "invitations/look", {"token": token})


def accept(client: Client, token: object, **account: str) -> Any:
    return post(client, "invitations/accept", {"token": token, **account})


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign(allows_sign_up=True)


def as_shown(campaign: Campaign) -> dict[str, object]:
    return {"id": campaign.pk, "name": "campaign", "state": "open"}


def test_an_invitation_shows_what_it_offers_and_no_more(campaign: Campaign, client: Client) -> None:
    carol = make_user("carol")
    link = create_invitation(campaign=campaign, role=Role.ADJUDICATOR, actor=carol)
    until = look(client, link.token).json()
    assert parse_datetime(until.pop("expires_at")) == link.invitation.expires_at
    assert until == {
        "campaign": as_shown(campaign),
        "role": "adjudicator",
        "is_member": False,
        "n_passages": campaign.pairs.count(),
        "quota": None,
        "n_qualification": 0,
        "invited_by": "carol",
    }


def test_an_invitation_counts_passages_that_have_a_text_whatever_their_kind(
    campaign: Campaign, client: Client
) -> None:
    """Without gold, the count would say how much of it there is."""
    gold, textless, *_ = campaign.pairs.select_related("pair__passage")
    gold.kind, gold.wanted = PairKind.GOLD, None
    gold.save()
    textless.pair.passage.text = None
    textless.pair.passage.save()
    n = sum(pair.pair.passage.text is not None for pair in campaign.pairs.all())
    assert look(client, invite(campaign).token).json()["n_passages"] == n < campaign.pairs.count()


def test_looking_uses_nothing_up(campaign: Campaign, client: Client) -> None:
    invitation, token = invite(campaign)
    for _ in range(3):
        assert look(client, token).status_code == 200
    assert n_uses(invitation) == 0


def test_a_newcomer_accepts_and_is_signed_in(campaign: Campaign, client: Client) -> None:
    answer = accept(client, invite(campaign).token, **NEWCOMER)
    member = Membership.objects.get()
    assert answer.json() == {
        "campaign": as_shown(campaign),
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
    assert (answer.status_code, answer.json()["code"]) == (400, "signed_in")
    assert not Membership.objects.exists()


@pytest.mark.parametrize("account", [{}, {"username": "dave"}, {"password": PASSWORD}])
def test_a_newcomer_is_asked_for_name_and_password(
    account: dict[str, str], campaign: Campaign, client: Client
) -> None:
    answer = accept(client, invite(campaign).token, **account)
    assert (answer.status_code, answer.json()["code"]) == (400, "no_account")
    assert not User.objects.exists()


def test_a_weak_password_is_refused_with_the_reason(campaign: Campaign, client: Client) -> None:
    answer = accept(client, invite(campaign).token, username="dave", password="12345678")
    assert (answer.status_code, answer.json()["code"]) == (400, "guessable_password")
    assert answer.json()["fields"]["password"].startswith("Many people use")
    assert client.get("/api/session").json()["username"] is None


@pytest.mark.parametrize("call", [look, accept])
@pytest.mark.parametrize("token", ["A" * 43, 7])
def test_what_opens_nothing_is_answered_alike(
    call: Callable[..., Any], token: object, campaign: Campaign, client: Client
) -> None:
    invite(campaign)
    answer = call(client, token)
    assert (answer.status_code, answer.json()) == (
        404,
        {"code": "not_found", "detail": "This link is not valid; ask for a new one."},
    )


@pytest.mark.parametrize("call", [look, accept])
def test_a_link_that_has_ended_says_why(
    call: Callable[..., Any], campaign: Campaign, alice: User, client: Client
) -> None:
    client.force_login(alice)
    invitation, token = invite(campaign)
    expire(invitation)
    answer = call(client, token)
    assert (answer.status_code, answer.json()["code"]) == (400, "link_expired")


def test_a_token_in_the_address_opens_nothing(campaign: Campaign, client: Client) -> None:
    token = invite(campaign).token
    assert client.get("/api/invitations/look", {"token": token}).status_code == 405
    answer = client.post(
        f"/api/invitations/look?token={token}", {}, content_type="application/json"
    )
    assert answer.status_code == 400


def test_guesses_are_counted_together_wherever_they_are_made(
    campaign: Campaign, client: Client, settings: Settings
) -> None:
    settings.INVITATION_RATE = (20, 86_400)  # no try is forgotten while a test runs
    path = f"campaigns/{campaign.pk}/sign-up"
    for i in range(5):
        look(client, f"guess {i}")
        accept(client, f"guess {i}")
        post(client, "campaigns/0/sign-up", {**NEWCOMER, "username": f"d{i}"})
        post(client, "campaigns/0/sign-up", {**NEWCOMER, "username": f"d{i}"})
    answers = [look(client, "guess"), accept(client, "guess"), post(client, path, NEWCOMER)]
    assert [answer.status_code for answer in answers] == [429] * 3
    assert not User.objects.exists()


def test_anybody_signs_up_where_that_is_allowed(campaign: Campaign, client: Client) -> None:
    path = f"campaigns/{campaign.pk}/sign-up"
    assert client.get(f"/api/{path}").json() == {
        "campaign": as_shown(campaign),
        "role": "assessor",
        "is_member": False,
        "n_passages": 6,
        "quota": None,
        "n_qualification": 0,
        "invited_by": None,
        "expires_at": None,
    }
    answer = post(client, path, NEWCOMER)
    assert answer.json()["campaign"] == as_shown(campaign)
    assert client.get("/api/session").json()["username"] == "dave"


@pytest.mark.parametrize("body", [{}, NEWCOMER, {"username": "alice", "password": "x"}])
def test_elsewhere_signing_up_reveals_nothing(
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


def test_who_withdrew_learns_whom_to_ask(campaign: Campaign, alice: User, client: Client) -> None:
    set_member(make_member(campaign, alice), withdrawn_at="2026-01-01T00:00Z")
    client.force_login(alice)
    answer = accept(client, invite(campaign).token)
    assert (answer.status_code, answer.json()["code"]) == (400, "member_withdrawn")


@pytest.mark.parametrize("allows_sign_up", [True, False])
def test_a_member_is_informed_no_matter_who_else_may_join(
    allows_sign_up: bool, campaign: Campaign, alice: User, client: Client
) -> None:
    Campaign.objects.update(allows_sign_up=allows_sign_up)
    make_member(campaign, alice)
    client.force_login(alice)
    offer = client.get(f"/api/campaigns/{campaign.pk}/sign-up").json()
    assert (offer["campaign"]["name"], offer["is_member"]) == (campaign.name, True)


def test_somebody_who_is_no_member_yet_is_informed(
    campaign: Campaign, alice: User, client: Client
) -> None:
    Campaign.objects.update(allows_sign_up=True)
    client.force_login(alice)
    assert client.get(f"/api/campaigns/{campaign.pk}/sign-up").json()["is_member"] is False
