from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.models import Campaign, CampaignState
from ranking.http import zone_field
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import make_campaign, make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    campaign = make_campaign()
    pair = campaign.pairs.order_by("pk")[0]
    for member, grade in zip(assessors(campaign, 2), (4, None), strict=True):
        store_answer(member, pair, grade)
    return campaign


def details(organizer: Client, campaign: Campaign, **query: str) -> Any:
    return organizer.get(f"/api/campaigns/{campaign.pk}/board", query)


def test_details_are_reported_with_these_keys(organizer: Client, campaign: Campaign) -> None:
    answer = details(organizer, campaign).json()["details"]
    assert answer.keys() == {"course", "assessors", "topics"}
    graded, blank = answer["assessors"]
    assert graded.keys() == {"pseudonym", "pace", "gold", "repeats", "n_answers", "blanks"}
    assert blank["blanks"] == [{"reason": "other", "label": "Something else", "n": 1}]
    [topic] = answer["topics"]
    assert (topic["query_id"], topic["n_pairs_not_judged"]) == ("q1", 1)
    [stretch] = answer["course"]["stretches"]
    assert (stretch["n_judged"], stretch["n_not_judged"]) == (1, 1)


@pytest.mark.parametrize("zone", ["Europe/Vienna", "Asia/Kathmandu"])
def test_the_course_begins_on_the_hour_of_the_zone(
    zone: str, organizer: Client, campaign: Campaign
) -> None:
    answer = details(organizer, campaign, zone=zone).json()["details"]
    [stretch] = answer["course"]["stretches"]
    minutes = {"Asia/Kathmandu": ":15:00Z"}.get(zone, ":00:00Z")
    assert stretch["at"].endswith(minutes)


def test_the_zones_are_read_once(
    organizer: Client, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, walks = zone_field, iter([{"UTC"}])
    monkeypatch.setattr(module, "available_timezones", lambda: next(walks))
    module._known_zones.cache_clear()
    for _ in range(2):
        assert details(organizer, campaign, zone="UTC").status_code == 200
    module._known_zones.cache_clear()


@pytest.mark.parametrize("zone", ["../../etc/passwd", "localtime\0"])
def test_an_unknown_zone_is_refused(zone: str, organizer: Client, campaign: Campaign) -> None:
    assert details(organizer, campaign, zone=zone).status_code == 400


def test_who_judges_here_is_not_shown_what_others_said(
    organizer: Client, carol: User, campaign: Campaign
) -> None:
    make_member(campaign, carol)
    board = details(organizer, campaign).json()
    assert (board["agreement"], board["details"]["topics"]) == (None, None)
    for row in board["details"]["assessors"]:
        assert (row["gold"], row["repeats"], row["blanks"]) == (None, None, None)
    Campaign.objects.update(state=CampaignState.CLOSED)
    board = details(organizer, campaign).json()
    assert board["agreement"]
    assert board["details"]["topics"]
