"""The search of the judging page through the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from annotation.models import Campaign
from tests.annotation.answering import judge
from tests.annotation.assessing import crew
from tests.annotation.searching.searched import NEW, TEXTLESS, searched_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    return searched_campaign()


@pytest.fixture
def browser(campaign: Campaign, client: Client) -> Client:
    [member] = crew(campaign, 1)
    assert member.user is not None
    client.force_login(member.user)
    return client


def post(browser: Client, campaign: Campaign, page: str, **body: Any) -> Any:
    address = f"/api/judging/{campaign.pk}/{page}"
    return browser.post(address, body, content_type="application/json")


def test_a_hit_is_opened_and_judged(browser: Client, campaign: Campaign) -> None:
    [first] = post(browser, campaign, "claims", n=1).json()["assignments"]
    asked = {"ticket": first["ticket"], "words": "spruces"}
    [hit] = browser.get(f"/api/judging/{campaign.pk}/search", asked).json()["rows"]
    assert hit == {
        "passage": NEW,
        "title": "",
        "snippet": "More on spruces.",
        "own": None,
    }
    found = {"ticket": first["ticket"], "passage": hit["passage"]}
    opened = post(browser, campaign, "found", **found).json()
    assert [one["passage"]["text"] for one in opened["assignments"]] == [
        "More on spruces.",
        first["passage"]["text"],
    ]
    assert [one["place"] for one in opened["assignments"]] == [1, 2]
    judge(campaign.memberships.get(), campaign.pairs.get(pair__passage__ordinal=NEW), 4)
    again = post(browser, campaign, "found", **found).json()
    assert (again["assignments"], again["judged"]["grade"]) == ([], 4)


def test_what_cannot_be_opened_is_refused(browser: Client, campaign: Campaign) -> None:
    [first] = post(browser, campaign, "claims", n=1).json()["assignments"]
    found = post(browser, campaign, "found", ticket=first["ticket"], passage=TEXTLESS)
    assert (found.status_code, found.json()["code"]) == (400, "nothing_to_judge")
    assert [*found.json()["fields"]] == ["passage"]


def test_a_search_needs_words(browser: Client, campaign: Campaign) -> None:
    [first] = post(browser, campaign, "claims", n=1).json()["assignments"]
    asked = {"ticket": first["ticket"], "words": " "}
    assert browser.get(f"/api/judging/{campaign.pk}/search", asked).status_code == 400
