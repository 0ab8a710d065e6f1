from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from annotation.campaigns.publishing import publish_notice
from annotation.campaigns.state import set_campaign_state
from annotation.exceptions import StateRefused
from annotation.models import Campaign, CampaignState, EventKind
from tests.factories import make_campaign
from tests.refusals import refused

pytestmark = pytest.mark.django_db

ALLOWED = [
    (CampaignState.DRAFT, CampaignState.PILOT),
    (CampaignState.DRAFT, CampaignState.OPEN),
    (CampaignState.DRAFT, CampaignState.CLOSED),
    (CampaignState.PILOT, CampaignState.OPEN),
    (CampaignState.PILOT, CampaignState.PAUSED),
    (CampaignState.OPEN, CampaignState.PAUSED),
    (CampaignState.OPEN, CampaignState.CLOSED),
    (CampaignState.PAUSED, CampaignState.PILOT),
    (CampaignState.PAUSED, CampaignState.OPEN),
    (CampaignState.PAUSED, CampaignState.CLOSED),
    (CampaignState.CLOSED, CampaignState.ARCHIVED),  # and never open again
]
REFUSED = [(a, b) for a in CampaignState for b in CampaignState if (a, b) not in ALLOWED]


def campaign_in(state: CampaignState) -> Campaign:
    """One that lacks nothing for any state."""
    campaign = make_campaign(state=CampaignState.DRAFT)
    publish_notice(campaign=campaign, body="What is recorded")
    Campaign.objects.update(state=state)
    campaign.pairs.filter(pk=campaign.pairs.values("pk")[:1]).update(
        kind="overlap", wanted=None, in_pilot=True
    )
    campaign.refresh_from_db()
    return campaign


@pytest.mark.parametrize(("before", "after"), ALLOWED)
def test_a_state_that_follows_is_taken(before: CampaignState, after: CampaignState) -> None:
    campaign = campaign_in(before)
    assert set_campaign_state(campaign=campaign, state=after).state == after
    campaign.refresh_from_db()
    assert campaign.state == after


@pytest.mark.parametrize(("before", "after"), REFUSED)
def test_a_state_that_does_not_follow_is_refused(
    before: CampaignState, after: CampaignState
) -> None:
    campaign = campaign_in(before)
    with refused(StateRefused, "state_does_not_follow"):
        set_campaign_state(campaign=campaign, state=after)
    campaign.refresh_from_db()
    assert campaign.state == before
    assert not campaign.events.filter(kind=EventKind.STATE).exists()


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (CampaignState.DRAFT, CampaignState.PAUSED, "to pilot, open or closed"),
        (CampaignState.OPEN, CampaignState.OPEN, "open already; it can go to paused or closed"),
        (CampaignState.ARCHIVED, CampaignState.OPEN, "stays so"),
        (CampaignState.CLOSED, CampaignState.DRAFT, "to archived"),
        (CampaignState.CLOSED, CampaignState.OPEN, "create a new campaign"),
    ],
)
def test_a_refusal_says_what_is_allowed(
    before: CampaignState, after: CampaignState, words: str
) -> None:
    with refused(StateRefused, "state_does_not_follow") as found:
        set_campaign_state(campaign=campaign_in(before), state=after)
    assert words in str(found.value)


def test_what_the_database_says_counts_and_not_what_the_caller_holds() -> None:
    campaign = campaign_in(CampaignState.OPEN)
    Campaign.objects.update(state=CampaignState.ARCHIVED)
    with refused(StateRefused, "state_does_not_follow"):
        set_campaign_state(campaign=campaign, state=CampaignState.PAUSED)


@pytest.mark.parametrize("state", [CampaignState.PILOT, CampaignState.OPEN])
def test_what_must_be_there_is_listed_when_it_is_not(state: CampaignState) -> None:
    campaign = make_campaign(state=CampaignState.DRAFT, grades=(1,))
    with refused(StateRefused, "not_ready") as found:
        set_campaign_state(campaign=campaign, state=state)
    assert "The scale has 1 grade; it takes at least 2." in str(found.value)
    assert "There is no notice" in str(found.value)
    campaign.refresh_from_db()
    assert campaign.state == CampaignState.DRAFT


def test_what_should_be_there_stops_nothing() -> None:
    campaign = campaign_in(CampaignState.DRAFT)
    assert not campaign.guidelines.exists()
    assert set_campaign_state(campaign=campaign, state=CampaignState.OPEN).state == "open"


def test_a_change_is_logged_with_what_was_checked(carol: User) -> None:
    campaign = campaign_in(CampaignState.DRAFT)
    set_campaign_state(
        campaign=campaign, state=CampaignState.OPEN, actor=carol, note="After the pilot."
    )
    event = campaign.events.get(kind=EventKind.STATE)
    assert (event.actor, event.details["note"]) == (carol, "After the pilot.")
    assert (event.details["before"], event.details["after"]) == ("draft", "open")
    checks = {check["code"]: check["is_met"] for check in event.details["checks"]}
    assert (checks["scale"], checks["guideline"]) == (True, False)
