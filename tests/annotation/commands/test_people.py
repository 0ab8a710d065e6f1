from __future__ import annotations

import io
import json
import sys

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from annotation.administration.listing import sentence_of
from annotation.identity.links import set_password_by_link
from annotation.models import (
    AccountEvent,
    Campaign,
    CampaignEvent,
    CampaignState,
    Judgment,
    Membership,
)
from annotation.people.invitations import invitation_behind
from tests.annotation.answering import claim_one, judge
from tests.factories import make_campaign, make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(alice: User) -> Membership:
    """Alice, who has judged one pair in no time."""
    member = make_member(make_campaign(), alice)
    judge(member, claim_one(member), active_ms=1)
    return member


def call(command: str, *arguments: str) -> str:
    out = io.StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue().strip()


def refusal(command: str, *arguments: str) -> str:
    with pytest.raises(CommandError) as refused:
        call(command, *arguments)
    assert refused.value.returncode == 1
    return str(refused.value)


def test_an_invitation_is_printed_as_a_link_that_opens_it() -> None:
    make_campaign()
    found, link, hint = call(
        "create_invitation", "campaign", "--role", "adjudicator", "--uses", "3", "--days", "2"
    ).splitlines()
    assert found.startswith("For 3 uses as adjudicator, until ")
    path, token = link.split("#")
    invitation = invitation_behind(token)
    assert hint.startswith("Put the address of this installation before it")
    assert (path, invitation.max_uses, invitation.role) == ("/join", 3, "adjudicator")
    assert invitation.created_by is None


def test_a_forgotten_password_is_set_by_a_link_that_is_printed(alice: User) -> None:
    found, link, _ = call("reset_password", "alice", "--hours", "2").splitlines()
    path, token = link.split("#")
    assert found.startswith("For alice, once, until ")
    assert path == "/reset"
    set_password_by_link(token=token, password="larches-in-autumn")
    assert User.objects.get().check_password("larches-in-autumn")


def test_no_link_is_made_for_nobody_or_for_recorded_assessors() -> None:
    User.objects.create_user("recorded:a1")
    assert "'dave'" in refusal("reset_password", "dave")
    assert "recorded:a1" in refusal("reset_password", "recorded:a1")


def test_an_invitation_is_printed_whole_where_the_address_is_known(settings: Settings) -> None:
    make_campaign()
    settings.ADDRESS = "https://regrade.example"
    _, link = call("create_invitation", "campaign").splitlines()
    address, token = link.split("#")
    assert address == "https://regrade.example/join"
    assert invitation_behind(token).max_uses == 1


def test_the_quota_that_holds_is_listed(member: Membership) -> None:
    Campaign.objects.update(quota=40)
    quotas = []
    for own in (None, 7):
        Membership.objects.update(quota=own)
        [row] = json.loads(call("list_members", "campaign", "--format", "json"))
        quotas.append(row["quota"])
    assert quotas == [40, 7]


def test_an_invitation_that_cannot_be_is_refused_in_a_sentence() -> None:
    make_campaign()
    assert "1 to 365 days" in refusal("create_invitation", "campaign", "--days", "0")
    assert "'x'" in refusal("create_invitation", "x")


def test_members_are_listed_by_pseudonym(member: Membership) -> None:
    [row] = json.loads(call("list_members", "campaign", "--format", "json"))
    assert row == {
        "pseudonym": "P-alice",
        "role": "assessor",
        "kind": "human",
        "state": "active",
        "judged": 1,
        "not judged": 0,
        "quota": None,
        "too fast": 1.0,
        "gold pairs": 0,
        "gold as known": None,
    }


def test_a_member_is_paused_resumed_and_withdrawn(member: Membership) -> None:
    said, states = [], []
    for act in (["pause"], ["resume"], ["withdraw", "--work", "drop"]):
        said.append(call("manage_member", "campaign", "P-alice", *act))
        [row] = json.loads(call("list_members", "campaign", "--format", "json"))
        states.append(row["state"])
    assert said == [
        "P-alice is paused.",
        "P-alice may go on.",
        "P-alice is withdrawn; 1 judgment taken back.",
    ]
    assert states == ["paused", "active", "withdrawn"]
    assert not Judgment.objects.votes().exists()
    assert set(CampaignEvent.objects.values_list("actor", flat=True)) == {None}


@pytest.mark.parametrize("act", [["withdraw"], ["pause", "--work", "keep"]])
def test_the_choice_about_the_work_belongs_to_a_withdrawal(
    act: list[str], member: Membership
) -> None:
    sentence = refusal("manage_member", "campaign", "P-alice", *act)
    assert "--work" in sentence
    assert Membership.objects.get().withdrawn_at is None


def test_a_member_gets_a_quota_and_loses_it(member: Membership) -> None:
    said, stored = [], []
    for quota in ("7", "none"):
        said.append(call("manage_member", "campaign", "P-alice", "quota", quota))
        stored.append(Membership.objects.get().quota)
    assert said == ["P-alice has a quota of 7.", "P-alice has the campaign's quota."]
    assert stored == [7, None]


@pytest.mark.parametrize("act", [["quota"], ["pause", "7"], ["quota", "0"], ["quota", "many"]])
def test_a_quota_that_cannot_be_is_refused(act: list[str], member: Membership) -> None:
    with pytest.raises(CommandError, match=r"[Qq]uota"):
        call("manage_member", "campaign", "P-alice", *act)
    assert (Membership.objects.get().quota, CampaignEvent.objects.count()) == (None, 0)


def test_members_go_by_pseudonym_not_by_account(member: Membership) -> None:
    sentence = refusal("manage_member", "campaign", "alice", "pause")
    assert "'alice'" in sentence


def test_a_campaign_is_made_anonymous_when_its_name_is_given_twice(member: Membership) -> None:
    Campaign.objects.update(state=CampaignState.CLOSED)
    assert "never be undone" in refusal("anonymize_campaign", "campaign", "--confirm", "yes")
    assert call("anonymize_campaign", "campaign", "--confirm", "campaign") == (
        "1 membership made anonymous, 0 accounts deleted, 0 invitations ended."
    )
    assert Membership.objects.get().user is None


def test_an_account_with_a_password_that_is_easily_guessed_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("password\n"))
    assert "Many people use this password" in refusal("create_account", "alice")
    assert not User.objects.exists()


def test_an_installation_gets_its_first_administrator_by_a_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("spruce-and-fir-cones\n"))
    call("create_account", "root", "--administrator")
    [event] = AccountEvent.objects.all()
    assert User.objects.get().is_superuser
    assert (event.kind, event.actor) == ("made", None)
    assert sentence_of(event) == "Made the account root, to administrate."
