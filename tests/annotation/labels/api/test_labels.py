from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation.labels.deriving import derive_labels
from annotation.models import AssessorKind, Campaign, CampaignState, LabelSet, LabelSource
from regrade.aggregation import AggregationPolicy
from tests.annotation.voting import cast_votes, voted_campaign, whole
from tests.factories import make_collection, make_labels, make_member, make_topics

ADDRESS = "/api/menus/labels"
BLIND = [CampaignState.DRAFT, CampaignState.PILOT, CampaignState.OPEN, CampaignState.PAUSED]


@pytest.fixture
def campaign(db: None) -> Campaign:
    return voted_campaign({("q1", "d1"): {"alice": 3}, ("q1", "d2"): {"alice": 1}})


def derive(campaign: Campaign, name: str = "derived") -> LabelSet:
    policy = AggregationPolicy(aggregate="median")
    return derive_labels(name=name, campaign=campaign, policy=whole(policy)).label_set


def listed(client: Client, user: User) -> list[dict[str, Any]]:
    client.force_login(user)
    response = client.get(ADDRESS)
    assert response.status_code == 200
    found: list[dict[str, Any]] = response.json()
    return found


def test_labels_are_listed_with_these_keys(client: Client, rita: User, campaign: Campaign) -> None:
    [row] = listed(client, rita) if derive(campaign) else []
    policy, created_at, _ = row.pop("policy"), row.pop("created_at"), row.pop("id")
    assert row == {
        "name": "derived",
        "collection": "trees",
        "topic_set": "needs",
        "source": "derived",
        "campaign": "campaign",
        "is_simulated": False,
        "is_whole": False,
        "min_relevance": 3,
        "scale": [1, 2, 3, 4, 5],
        "n_topics": 1,
        "n_pairs": 2,
        "n_gold": 0,
        "design": None,
        "sample": "",
    }
    assert policy["aggregate"] == "median"
    assert created_at.endswith("Z")


def test_imported_labels_have_no_campaign_and_no_policy(client: Client, rita: User) -> None:
    relevances = {"q1": {"d1": 1, "d2": 0}, "q2": {"d3": 1}}
    make_labels("imported", make_collection(), make_topics(), relevances)
    [row] = listed(client, rita)
    assert (row["source"], row["campaign"], row["policy"]) == ("imported", None, None)
    assert (row["n_topics"], row["n_pairs"], row["is_simulated"]) == (2, 3, False)


def test_labels_with_votes_of_simulated_assessors_say_so(
    client: Client, rita: User, campaign: Campaign
) -> None:
    cast_votes(campaign, {("q2", "d1"): {"sim": 2}}, AssessorKind.SIMULATED)
    policy = whole(AggregationPolicy(aggregate="median"), kinds=["human", "simulated"])
    derive_labels(name="derived", campaign=campaign, policy=policy)
    assert listed(client, rita)[0]["is_simulated"] is True


def test_labels_that_are_not_complete_are_not_listed(
    client: Client, rita: User, campaign: Campaign
) -> None:
    LabelSet.objects.create(
        name="half",
        collection=campaign.pool.collection,
        topic_set=campaign.pool.topic_set,
        source=LabelSource.IMPORTED,
        scale=[0, 1],
        min_relevance=1,
    )
    assert listed(client, rita) == []


@pytest.mark.parametrize("state", BLIND)
def test_who_judges_in_a_running_campaign_does_not_see_its_labels(
    client: Client, carol: User, campaign: Campaign, state: CampaignState
) -> None:
    make_member(campaign, carol)
    derive(campaign)
    make_labels("other", campaign.pool.collection, campaign.pool.topic_set, {"q1": {"d1": 1}})
    Campaign.objects.update(state=state)
    assert [row["name"] for row in listed(client, carol)] == ["other"]


@pytest.mark.parametrize("state", [CampaignState.CLOSED, CampaignState.ARCHIVED])
def test_who_judged_in_a_finished_campaign_sees_its_labels(
    client: Client, carol: User, campaign: Campaign, state: CampaignState
) -> None:
    make_member(campaign, carol)
    derive(campaign)
    Campaign.objects.update(state=state)
    assert [row["name"] for row in listed(client, carol)] == ["derived"]


def test_organizers_who_do_not_judge_see_labels_of_a_running_campaign(
    client: Client, carol: User, campaign: Campaign
) -> None:
    derive(campaign)
    assert [row["name"] for row in listed(client, carol)] == ["derived"]


@pytest.mark.parametrize("n_sets", [2, 50])
def test_labels_take_a_fixed_number_of_queries(
    client: Client, rita: User, campaign: Campaign, n_sets: int
) -> None:
    derive(campaign, "derived")
    pool = campaign.pool
    for i in range(n_sets - 1):
        make_labels(f"labels{i}", pool.collection, pool.topic_set, {"q1": {"d1": 1}})
    client.force_login(rita)
    with CaptureQueriesContext(connection) as queries:
        assert len(client.get(ADDRESS).json()) == n_sets
    assert len(queries) == 5  # session, user, rights, campaigns judged in, labels
