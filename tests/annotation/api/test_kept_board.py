from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.api import kept_board
from annotation.models import Campaign, CampaignState
from annotation.services.set_campaign_state import set_campaign_state
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def judged(db: None) -> Campaign:
    """One pair has two votes."""
    campaign = make_campaign()
    pair = campaign.pairs.order_by("pk")[0]
    for member in assessors(campaign, 2):
        store_answer(member, pair, 3)
    return campaign


@pytest.fixture
def organizer(carol: User, client: Client) -> Client:
    client.force_login(carol)
    return client


def board_after_another_vote(organizer: Client, campaign: Campaign) -> tuple[int, bool]:
    """How many votes it tells of, and whether it was counted anew."""
    address = f"/api/campaigns/{campaign.pk}/board"
    before = organizer.get(address).json()
    store_answer(campaign.memberships.get(pseudonym="P-1"), campaign.pairs.order_by("pk")[1], 3)
    after = organizer.get(address).json()
    return after["progress"]["n_votes"], after["counted_at"] != before["counted_at"]


def test_a_board_that_is_quickly_counted_is_counted_each_time(
    organizer: Client, judged: Campaign
) -> None:
    assert board_after_another_vote(organizer, judged) == (3, True)


def test_a_board_that_takes_long_is_kept_for_a_while(
    organizer: Client, judged: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_board, "KEPT_FROM_S", 0)
    monkeypatch.setattr(kept_board, "KEPT_FOR", 10**9)
    assert board_after_another_vote(organizer, judged) == (2, False)


def test_what_is_done_to_a_campaign_shows_on_a_board_that_is_kept(
    organizer: Client, judged: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_board, "KEPT_FROM_S", 0)
    board_after_another_vote(organizer, judged)
    set_campaign_state(campaign=judged, state=CampaignState.PAUSED)
    board = organizer.get(f"/api/campaigns/{judged.pk}/board").json()
    assert (board["campaign"]["state"], board["progress"]["n_votes"]) == ("paused", 3)
