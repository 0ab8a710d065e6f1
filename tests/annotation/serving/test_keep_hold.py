"""Who judges slowly keeps what was served to them ahead of time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import Max, Min
from django.test import Client
from django.utils import timezone

from annotation.models import Campaign, CampaignState, Membership, Slot, Unit
from tests.annotation.answering import claim
from tests.annotation.assessing import crew, small_campaign

pytestmark = pytest.mark.django_db

Report = Callable[[Client, Membership, str], Any]


@pytest.fixture
def alice(db: None) -> Membership:
    [member] = crew(small_campaign(2, 6, k=1), 1)
    return member


@pytest.fixture
def browser(alice: Membership) -> Client:
    client = Client()
    assert alice.user is not None
    client.force_login(alice.user)
    return client


def post(client: Client, member: Membership, what: str, body: dict[str, Any]) -> Any:
    path = f"/api/judging/{member.campaign_id}/{what}"
    return client.post(path, body, content_type="application/json")


def judge(client: Client, member: Membership, ticket: str) -> Any:
    body = {
        "ticket": ticket,
        "grade": 3,
        "reason_not_judged": None,
        "spans": [],
        "active_ms": 900,
        "away_ms": 0,
        "client_key": str(uuid4()),
        "claim": 0,
    }
    return post(client, member, "judgments", body)


def read_on(client: Client, member: Membership, ticket: str) -> Any:
    body = {"ticket": ticket, "visit": str(uuid4()), "active_ms": 900, "away_ms": 0}
    return post(client, member, "activity", body)


def hand_out(client: Client, member: Membership, n: int = 5) -> str:
    """The ticket of the first; the leases of all have a little less than half of their time."""
    handed = post(client, member, "claims", {"n": n}).json()["assignments"]
    assert len(handed) == n
    leave(member, 0.45)
    return str(handed[0]["ticket"])


def leave(member: Membership, share: float) -> None:
    """That share of the leases' time is left."""
    left = timedelta(seconds=member.campaign.lease_s * share)
    Slot.objects.filter(holder=member).update(leased_until=timezone.now() + left)


def shortest_lease(member: Membership) -> timedelta:
    held = Slot.objects.filter(holder=member, judgment__isnull=True)
    until = held.aggregate(until=Min("leased_until"))["until"]
    return until - timezone.now()  # type: ignore[no-any-return]


@pytest.mark.parametrize("report", [judge, read_on])
def test_anyone_who_is_at_work_keeps_all_that_is_in_hand(
    report: Report, browser: Client, alice: Membership
) -> None:
    ticket = hand_out(browser, alice)
    assert report(browser, alice, ticket).status_code in {200, 204}
    lease = timedelta(seconds=alice.campaign.lease_s)
    assert lease - timedelta(minutes=1) < shortest_lease(alice) <= lease


def test_nobody_else_is_handed_what_a_slow_reader_has_ahead(db: None) -> None:
    """She has judged one and reads the second; the time of all but that was up in between."""
    campaign = small_campaign(1, 6, k=1, unit=Unit.PAIRS)
    alice, bob = crew(campaign, 2)
    assert alice.user is not None
    browser = Client()
    browser.force_login(alice.user)
    judge(browser, alice, hand_out(browser, alice))
    for slot in Slot.objects.filter(holder=alice, judgment__isnull=True):
        assert slot.leased_until is not None
        slot.leased_until -= timedelta(seconds=campaign.lease_s / 2)
        slot.save(update_fields=["leased_until"])
    assert len(claim(bob, 5).slots) == 1


@pytest.mark.parametrize("report", [judge, read_on])
def test_leases_that_are_young_are_left_alone(
    report: Report, browser: Client, alice: Membership
) -> None:
    handed = post(browser, alice, "claims", {"n": 3}).json()["assignments"]
    leave(alice, 0.55)
    held = Slot.objects.filter(holder=alice, judgment__isnull=True)
    before = held.aggregate(until=Max("leased_until"))
    report(browser, alice, handed[0]["ticket"])
    assert held.aggregate(until=Max("leased_until")) == before


@pytest.mark.parametrize("reason", ["paused", "suspended", "withdrawn"])
def test_who_cannot_judge_keeps_nothing(reason: str, browser: Client, alice: Membership) -> None:
    hand_out(browser, alice)
    if reason == "paused":
        Campaign.objects.update(state=CampaignState.PAUSED)
    else:
        Membership.objects.update(**{f"{reason}_at": timezone.now()})
    post(browser, alice, "claims", {"n": 0})
    assert shortest_lease(alice) < timedelta(seconds=alice.campaign.lease_s / 2)
