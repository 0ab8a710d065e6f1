"""Messages to one assessor or all, each shown until it is put away."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.test import Client

from annotation.models import Campaign, Membership, MessageSeen, Role
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign()


@pytest.fixture
def member(campaign: Campaign, alice: User) -> Membership:
    return make_member(campaign, alice)


@pytest.fixture
def browser(alice: User, member: Membership) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def send(organizer: Client, campaign: Campaign, **body: Any) -> Any:
    return organizer.post(
        f"/api/campaigns/{campaign.pk}/messages", body, content_type="application/json"
    )


def shown(browser: Client, campaign: Campaign) -> list[str]:
    return [one["text"] for one in browser.get(f"/api/judging/{campaign.pk}").json()["messages"]]


def test_a_message_is_shown_until_it_is_put_away(
    organizer: Client, browser: Client, campaign: Campaign
) -> None:
    sent = send(organizer, campaign, text="Grade 3 means more now.").json()
    n = campaign.memberships.count()
    assert (sent["assessor"], sent["n_seen"], sent["n_recipients"]) == (None, 0, n)
    assert shown(browser, campaign) == ["Grade 3 means more now."]
    for _ in range(2):
        address = f"/api/judging/{campaign.pk}/messages/{sent['id']}/seen"
        assert browser.post(address, content_type="application/json").status_code == 200
    assert shown(browser, campaign) == []
    [listed] = organizer.get(f"/api/campaigns/{campaign.pk}/messages").json()
    assert (listed["text"], listed["n_seen"]) == (sent["text"], 1)


def test_a_message_to_one_is_shown_to_nobody_else(
    organizer: Client, browser: Client, campaign: Campaign, bob: User
) -> None:
    make_member(campaign, bob)
    other = Client()
    other.force_login(bob)
    sent = send(organizer, campaign, text="Please read on.", recipient="P-alice").json()
    assert (shown(browser, campaign), shown(other, campaign)) == (["Please read on."], [])
    refused = other.post(
        f"/api/judging/{campaign.pk}/messages/{sent['id']}/seen", content_type="application/json"
    )
    assert refused.status_code == 404
    assert not MessageSeen.objects.exists()


def test_the_log_says_who_sent_a_message_and_to_whom_and_not_what(
    organizer: Client, campaign: Campaign, member: Membership, carol: User
) -> None:
    for recipient in (None, "P-alice"):
        send(organizer, campaign, text="Please read on.", recipient=recipient)
    events = campaign.events.values_list("kind", "actor", "details")
    assert list(events) == [
        ("message", carol.pk, {}),
        ("message", carol.pk, {"assessor": "P-alice"}),
    ]


def test_who_joins_later_is_not_shown_what_was_said_before(
    organizer: Client, campaign: Campaign, bob: User
) -> None:
    send(organizer, campaign, text="Welcome, all of you.")
    make_member(campaign, bob)
    later = Client()
    later.force_login(bob)
    assert shown(later, campaign) == []


@pytest.mark.parametrize("body", [{"text": " "}, {"text": "Hello.", "recipient": "nobody"}])
def test_a_message_of_nothing_or_to_nobody_is_refused(
    body: dict[str, str], organizer: Client, campaign: Campaign
) -> None:
    assert send(organizer, campaign, **body).status_code == 400


def test_messages_are_among_what_is_held_about_their_reader(
    organizer: Client, browser: Client, campaign: Campaign
) -> None:
    for text in ("First.", "Second."):
        send(organizer, campaign, text=text)
    first, _ = browser.get(f"/api/judging/{campaign.pk}").json()["messages"]
    browser.post(
        f"/api/judging/{campaign.pk}/messages/{first['id']}/seen", content_type="application/json"
    )
    held = browser.get(f"/api/judging/{campaign.pk}/held").json()["messages"]
    assert [(one["text"], one["seen_at"] is None) for one in held] == [
        ("First.", False),
        ("Second.", True),
    ]


def test_who_will_not_read_it_gets_no_message(
    organizer: Client, campaign: Campaign, alice: User, bob: User
) -> None:
    gone = make_member(campaign, bob)
    Membership.objects.filter(pk=gone.pk).update(withdrawn_at=gone.created_at)
    elsewhere = make_member(campaign, make_user("recorded:zoe"))
    User.objects.filter(username="recorded:zoe").update(password=make_password(None))
    dora = make_member(campaign, make_user("dora"))
    Membership.objects.filter(pk=dora.pk).update(role=Role.ADJUDICATOR)
    codes = {"member_withdrawn": gone, "no_login": elsewhere, "member_adjudicates": dora}
    for code, member in codes.items():
        found = send(organizer, campaign, text="Hello.", recipient=member.pseudonym)
        assert (found.status_code, found.json()["code"]) == (400, code)
    assert not campaign.messages.exists()
