from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from annotation.campaigns.publishing import publish_notice
from annotation.events import log_event
from annotation.models import Campaign, CampaignState, EventKind, PairKind
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    """A draft with a notice."""
    campaign = make_campaign(state=CampaignState.DRAFT)
    publish_notice(campaign=campaign, body="What is recorded")
    return campaign


def get(client: Client, campaign: Campaign, path: str, **query: Any) -> Any:
    return client.get(f"/api/campaigns/{campaign.pk}/{path}", query)


def post(client: Client, campaign: Campaign, page: str, **body: Any) -> Any:
    address = f"/api/campaigns/{campaign.pk}/{page}"
    return client.post(address, body, content_type="application/json")


# The launch list and the states


def test_the_launch_list_says_what_is_found(organizer: Client, campaign: Campaign) -> None:
    found = get(organizer, campaign, "launch").json()
    assert (found["state"], found["for_state"]) == ("draft", "open")
    assert found["may_go_to"] == ["pilot", "open", "closed"]
    checks = {check.pop("code"): check for check in found["checks"]}
    assert checks["scale"] == {
        "severity": "must",
        "is_met": True,
        "sentence": "The scale has 5 grades.",
    }
    assert checks["guideline"]["is_met"] is False


def test_the_launch_list_is_of_the_state_asked_for(organizer: Client, campaign: Campaign) -> None:
    found = get(organizer, campaign, "launch", state="closed").json()
    assert [check["code"] for check in found["checks"]] == ["for_good", "finished"]


def test_an_unknown_state_is_refused(organizer: Client, campaign: Campaign) -> None:
    assert get(organizer, campaign, "launch", state="ready").status_code == 400
    assert post(organizer, campaign, "state", state="ready").status_code == 400


def test_a_campaign_is_opened(organizer: Client, campaign: Campaign, carol: User) -> None:
    answer = post(organizer, campaign, "state", state="open", note="Go.")
    assert answer.json() == {"state": "open", "may_go_to": ["paused", "closed"]}
    event = campaign.events.get(kind=EventKind.STATE)
    assert (event.actor, event.details["note"]) == (carol, "Go.")


def test_a_refusal_says_what_is_missing(organizer: Client) -> None:
    campaign = make_campaign("bare", state=CampaignState.DRAFT)
    answer = post(organizer, campaign, "state", state="open")
    assert (answer.status_code, answer.json()["code"]) == (400, "not_ready")
    assert "There is no notice" in answer.json()["detail"]


# The log


def test_the_log_has_the_newest_first(organizer: Client, campaign: Campaign, carol: User) -> None:
    post(organizer, campaign, "state", state="open")
    log_event(campaign=campaign, kind=EventKind.IMPORTED, n_rows=3)
    [imported, opened, noticed] = get(organizer, campaign, "events").json()["rows"]
    assert (imported["kind"], imported["actor"], imported["details"]) == (
        "imported",
        None,
        {"n_rows": 3},
    )
    assert (opened["kind"], opened["actor"], noticed["kind"]) == ("state", "carol", "notice")


def test_the_log_comes_in_pages(organizer: Client, campaign: Campaign) -> None:
    for number in range(4):
        log_event(campaign=campaign, kind=EventKind.IMPORTED, number=number)
    first = get(organizer, campaign, "events", limit=3).json()
    rest = get(organizer, campaign, "events", limit=3, page=first["next"]).json()
    assert [event["details"].get("number") for event in first["rows"]] == [3, 2, 1]
    assert [event["kind"] for event in rest["rows"]] == ["imported", "notice"]
    assert rest["next"] is None


def test_a_page_that_is_none_is_refused(organizer: Client, campaign: Campaign) -> None:
    assert get(organizer, campaign, "events", limit=101).status_code == 400


@pytest.mark.parametrize("n", [2, 50])
def test_the_log_costs_the_same_for_many_events(
    n: int,
    organizer: Client,
    campaign: Campaign,
    carol: User,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(n):
        log_event(campaign=campaign, kind=EventKind.IMPORTED, actor=carol)
    with django_assert_num_queries(5):
        get(organizer, campaign, "events")


# Guidelines and notices


@pytest.mark.parametrize(("page", "version"), [("guidelines", 1), ("notices", 2)])
def test_a_version_is_published(
    page: str, version: int, organizer: Client, campaign: Campaign
) -> None:
    answer = post(organizer, campaign, page, body="Be **fair**.\n")
    assert answer.status_code == 201
    row = answer.json()
    assert (row["version"], row["body"]) == (version, "Be **fair**.\n")
    assert row["html"].strip() == "<p>Be <strong>fair</strong>.</p>"
    assert get(organizer, campaign, page).json()[0] == row


@pytest.mark.parametrize(("page", "n"), [("guidelines", 2), ("notices", 3)])
def test_versions_come_newest_first(
    page: str, n: int, organizer: Client, campaign: Campaign
) -> None:
    for text in ("one", "two"):
        post(organizer, campaign, page, body=text)
    versions = get(organizer, campaign, page).json()
    assert [row["version"] for row in versions] == list(range(n, 0, -1))


@pytest.mark.parametrize("page", ["guidelines", "notices"])
@pytest.mark.parametrize("body", [" \n", "x" * 200_001])
def test_what_is_no_text_is_not_published(
    body: str, page: str, organizer: Client, campaign: Campaign
) -> None:
    assert post(organizer, campaign, page, body=body).status_code == 400


# Pilots


def test_a_pilot_is_drawn(organizer: Client, campaign: Campaign, carol: User) -> None:
    answer = post(organizer, campaign, "pilot", share=0.5, seed=3)
    assert (answer.status_code, answer.json()) == (
        201,
        {"n_pairs": 3, "n_topics": 1, "n_in_pilot": 3, "seed": 3, "is_of_whole_topics": True},
    )
    assert campaign.events.get(kind=EventKind.PILOT).actor == carol


def test_a_pilot_that_cannot_be_drawn_is_refused(organizer: Client, campaign: Campaign) -> None:
    answer = post(organizer, campaign, "pilot", n=7)
    assert (answer.status_code, answer.json()["code"]) == (400, "too_few_pairs")
    assert post(organizer, campaign, "pilot", share="nan").status_code == 400


def test_a_pilot_is_reported(organizer: Client, campaign: Campaign) -> None:
    campaign.slots.all().delete()
    campaign.pairs.update(kind=PairKind.OVERLAP, wanted=None, in_pilot=True)
    pair = campaign.pairs.all()[0]
    for member, grade in zip(assessors(campaign, 3), (2, 4, None), strict=True):
        store_answer(member, pair, grade)
    report = get(organizer, campaign, "pilot").json()
    assert (report["n_pairs"], report["n_topics"], report["reasons"]) == (6, 2, {"other": 1})
    assert (report["agreement"]["scope"], report["agreement"]["n_votes"]) == (["overall"], 2)
    first = report["assessors"][0]
    assert (first["pseudonym"], first["n_judged"], first["mean_difference"]) == ("P-1", 1, -2.0)
    assert first["grades"][1] == {"value": 2, "n": 1}
