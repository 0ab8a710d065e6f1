from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from annotation.board.board import campaign_board
from annotation.campaigns.publishing import publish_guideline, publish_notice
from annotation.guidelines.scales import sequential_colours
from annotation.guidelines.text import Example
from annotation.models import Campaign, CampaignPair, Membership, PairKind
from annotation.people.consents import accept_notice
from tests.annotation.answering import judge
from tests.annotation.inviting import set_member
from tests.factories import make_campaign, make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign()


@pytest.fixture
def member(campaign: Campaign, alice: User) -> Membership:
    return make_member(campaign, alice)


@pytest.fixture
def browser(alice: User, member: Membership, client: Client) -> Client:
    client.force_login(alice)
    return client


def desk(browser: Client, campaign: Campaign) -> Any:
    return browser.get(f"/api/judging/{campaign.pk}").json()


def test_the_desk_shows_these_keys_and_no_others(browser: Client, campaign: Campaign) -> None:
    shown = desk(browser, campaign)
    assert set(shown) == {
        "campaign",
        "scale",
        "reasons",
        "guideline",
        "notice",
        "qualification",
        "messages",
        "english_level",
        "progress",
        "newest",
        "recent_active_ms",
    }
    options = {"asks_confidence", "asks_note", "allows_search"}
    assert set(shown["campaign"]) == {"id", "name", "state"} | options
    assert set(shown["scale"][0]) == {"value", "name", "description", "colour", "requires_span"}


def test_grades_without_a_colour_are_shown_in_steps_of_a_blue(
    browser: Client, campaign: Campaign
) -> None:
    campaign.grades.filter(value=2).update(colour="#aa0000")
    colours = [grade["colour"] for grade in desk(browser, campaign)["scale"]]
    blue = sequential_colours(5)
    assert colours == [blue[0], "#aa0000", *blue[2:]]
    assert [grade.colour for grade in campaign_board(campaign).grades] == colours


def test_a_campaign_without_notice_and_round_shows_none(
    browser: Client, campaign: Campaign
) -> None:
    shown = desk(browser, campaign)
    assert (shown["notice"], shown["qualification"], shown["english_level"]) == (None, None, "")


def test_the_newest_notice_is_shown_until_it_is_accepted(
    browser: Client, campaign: Campaign, member: Membership
) -> None:
    publish_notice(campaign=campaign, body="# What")
    shown = desk(browser, campaign)["notice"]
    assert (shown["version"], shown["is_accepted"]) == (1, False)
    assert "<h2>What</h2>" in shown["html"]
    accept_notice(membership=member, notice_version=1)
    assert desk(browser, campaign)["notice"]["is_accepted"] is True
    publish_notice(campaign=campaign, body="More.")
    shown = desk(browser, campaign)["notice"]
    assert (shown["version"], shown["is_accepted"]) == (2, False)


@pytest.mark.parametrize(
    ("fields", "attempt", "is_qualified"),
    [
        ({}, 1, False),
        ({"n_attempts": 1}, 2, False),
        ({"n_attempts": 2}, None, False),
        ({"n_attempts": 1, "qualified_at": timezone.now()}, None, True),
    ],
)
def test_the_qualification_round_is_reported(
    fields: dict[str, Any],
    attempt: int | None,
    is_qualified: bool,
    browser: Client,
    campaign: Campaign,
    member: Membership,
) -> None:
    Campaign.objects.update(pass_share=0.75, max_attempts=2)
    pair = campaign.pairs.all()[0]
    pair.slots.all().delete()
    CampaignPair.objects.filter(pk=pair.pk).update(kind=PairKind.QUALIFICATION, wanted=None)
    set_member(member, **fields)
    assert desk(browser, campaign)["qualification"] == {
        "n_pairs": 1,
        "pass_share": 0.75,
        "n_needed": 1,
        "n_answered": 0,
        "n_right_before": 0 if attempt == 2 else None,
        "attempt": attempt,
        "max_attempts": 2,
        "is_qualified": is_qualified,
    }


def test_who_has_withdrawn_still_finds_the_desk(
    browser: Client, campaign: Campaign, member: Membership
) -> None:
    set_member(member, withdrawn_at=timezone.now())
    assert desk(browser, campaign)["campaign"]["id"] == campaign.pk


def test_the_examples_come_with_the_guideline(browser: Client, campaign: Campaign) -> None:
    example: Example = {
        "query": "how old do firs get",
        "passage": "Four hundred years.",
        "grade": 5,
        "explanation": "It names the age.",
    }
    publish_guideline(campaign=campaign, body="Read.", examples=[example])
    assert desk(browser, campaign)["guideline"]["examples"] == [example]


def test_the_newest_times_are_reported_without_changes_of_mind(
    browser: Client, campaign: Campaign, member: Membership
) -> None:
    pairs = list(campaign.pairs.order_by("pk")[:3])
    for pair, active_ms in zip(pairs, (1000, 2000, None), strict=True):
        judge(member, pair, 2, active_ms=active_ms)
    assert desk(browser, campaign)["recent_active_ms"] == [2000, 1000]
    judge(member, pairs[0], 3, active_ms=50)
    assert desk(browser, campaign)["recent_active_ms"] == [2000]


@pytest.mark.parametrize("asks", [True, False])
def test_the_desk_says_what_the_campaign_asks_for(
    asks: bool, browser: Client, campaign: Campaign
) -> None:
    Campaign.objects.update(asks_note=asks, asks_confidence=not asks)
    shown = desk(browser, campaign)["campaign"]
    assert (shown["asks_note"], shown["asks_confidence"]) == (asks, not asks)
