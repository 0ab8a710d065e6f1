from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from annotation.models import Campaign, CampaignState, PairKind
from tests.annotation.answering import claim_one, judge
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign(judgments_per_pair=2)


def change(client: Client, campaign: Campaign, **options: Any) -> Any:
    address = f"/api/campaigns/{campaign.pk}"
    return client.patch(address, options, content_type="application/json")


def test_the_overview_is_what_the_pages_have_in_common(
    organizer: Client, campaign: Campaign, alice: User
) -> None:
    member = make_member(campaign, alice)
    judge(member, claim_one(member))
    answer = organizer.get(f"/api/campaigns/{campaign.pk}").json()
    assert (answer["name"], answer["state"], answer["may_go_to"]) == (
        "campaign",
        "open",
        ["paused", "closed"],
    )
    assert (answer["pairs"]["regular"], answer["n_wanted"], answer["n_votes"]) == (6, 12, 1)
    assert (answer["pool"]["collection"], answer["pool"]["topic_set"]) == ("trees", "needs")
    assert [grade["value"] for grade in answer["scale"]] == [1, 2, 3, 4, 5]
    assert (answer["options"]["quota"], answer["may_change"]["quota"]) == (None, True)
    assert (answer["may_change"]["asks_note"], answer["judges_here"]) == (False, False)


def test_who_judges_there_is_informed(organizer: Client, campaign: Campaign, carol: User) -> None:
    make_member(campaign, carol)
    assert organizer.get(f"/api/campaigns/{campaign.pk}").json()["judges_here"] is True


def test_counts_by_kind_are_hidden_from_who_judges_there_until_it_is_over(
    organizer: Client, campaign: Campaign, carol: User
) -> None:
    """They say how many pairs are gold."""
    make_member(campaign, carol)

    def pairs(page: str) -> object:
        answer = organizer.get(f"/api/campaigns/{campaign.pk}{page}").json()
        return answer.get("campaign", answer)["pairs"]

    assert [pairs(""), pairs("/board")] == [None, None]
    Campaign.objects.update(state=CampaignState.CLOSED)
    assert pairs("") is not None


def test_a_pilot_may_follow_where_there_are_pairs_for_it(
    organizer: Client, campaign: Campaign
) -> None:
    def steps() -> list[str]:
        found: list[str] = organizer.get(f"/api/campaigns/{campaign.pk}").json()["may_go_to"]
        return found

    Campaign.objects.update(state=CampaignState.DRAFT)
    before = steps()
    campaign.pairs.update(kind=PairKind.OVERLAP, wanted=None, in_pilot=True)
    assert (before, steps()) == (["open", "closed"], ["pilot", "open", "closed"])


def test_options_change_one_by_one(organizer: Client, campaign: Campaign) -> None:
    answer = change(organizer, campaign, allows_sign_up=True).json()
    assert (answer["options"]["allows_sign_up"], answer["takes_sign_ups"]) == (True, True)
    assert change(organizer, campaign, quota=12).json()["options"]["allows_sign_up"] is True
    assert Campaign.objects.get().quota == 12


def test_what_cannot_change_says_why(organizer: Client, campaign: Campaign) -> None:
    found = change(organizer, campaign, asks_note=True)
    assert (found.status_code, found.json()["code"]) == (400, "not_at_rest")
    assert [*found.json()["fields"]] == ["asks_note"]


@pytest.mark.parametrize("state", [CampaignState.DRAFT, CampaignState.CLOSED])
@pytest.mark.parametrize("n", [1, 6])
def test_the_overview_costs_the_same_for_many_members(
    n: int,
    state: CampaignState,
    organizer: Client,
    campaign: Campaign,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    Campaign.objects.update(state=state)
    for number in range(n):
        make_member(campaign, make_user(f"member{number}"))
    with django_assert_num_queries(17 - (state == CampaignState.CLOSED)):
        organizer.get(f"/api/campaigns/{campaign.pk}")
