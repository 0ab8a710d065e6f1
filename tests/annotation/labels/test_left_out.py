"""Leaving somebody out is a filter of one label set: others count their votes as before."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from annotation.exceptions import LabelsRefused
from annotation.labels.deriving import derive_labels
from annotation.models import AssessorKind, Campaign
from regrade.aggregation import AggregationPolicy
from tests.annotation.voting import Ballots, cast_votes, voted_campaign

pytestmark = pytest.mark.django_db

BALLOTS: Ballots = {
    ("q1", "d1"): {"alice": 4, "bob": 4, "ada": 1},
    ("q1", "d2"): {"alice": 5, "bob": 2, "ada": 2},
    ("q2", "d1"): {"alice": 1, "bob": 1},
}
MEDIAN = AggregationPolicy(aggregate="median")


@pytest.fixture
def campaign(db: None) -> Campaign:
    return voted_campaign(BALLOTS)


def derived(campaign: Campaign, name: str, **options: Any) -> Any:
    return derive_labels(name=name, campaign=campaign, policy=MEDIAN, **options).label_set


def test_votes_of_who_is_left_out_do_not_count_and_the_policy_names_them(
    campaign: Campaign,
) -> None:
    done = derive_labels(
        name="new", campaign=campaign, policy=MEDIAN, without=["P-bob", "P-alice", "P-bob"]
    )
    assert done.label_set.policy["left_out"] == ["P-alice", "P-bob"]
    assert done.n_votes_by_kind == {"human": 2}
    assert done.aggregation.steps[0].n_judgments_removed == 6


def test_it_can_be_reversed(campaign: Campaign) -> None:
    before = derived(campaign, "before")
    left_out = derived(campaign, "left-out", without=["P-alice"])
    after = derived(campaign, "after")
    assert before.content_hash == after.content_hash != left_out.content_hash
    assert before.policy == after.policy


def test_a_policy_that_leaves_nobody_out_is_as_it_was_before_one_could(campaign: Campaign) -> None:
    """Stored policies, and what is computed from them, stay what they are."""
    assert derived(campaign, "new", without=[]).policy == {
        "scale": [1, 2, 3, 4, 5],
        "aggregate": "median",
        "threshold": None,
        "rounding": "up",
        "tie": "unjudged",
        "min_assessors": 1,
        "min_votes": 1,
        "max_blank_share": None,
        "require_fallback_relevant": False,
        "min_relevance": 3,
        "fallback": None,
        "only_topics_of": None,
        "model_assessors": [],
    }


def test_who_is_not_there_cannot_be_left_out(campaign: Campaign) -> None:
    with pytest.raises(LabelsRefused, match="no assessor 'zoe' who could be left out"):
        derived(campaign, "new", without=["zoe"])


def test_without_anybody_nothing_remains(campaign: Campaign) -> None:
    everybody = ["P-alice", "P-bob", "P-ada"]
    with pytest.raises(LabelsRefused, match=r"all its judgments \(8\) are of assessors"):
        derived(campaign, "new", without=everybody)


def test_the_pages_name_people_with_answers_and_preview_without_some(
    organizer: Client, campaign: Campaign
) -> None:
    cast_votes(campaign, {("q2", "d2"): {"gpt": 5}}, AssessorKind.MODEL)
    address = f"/api/campaigns/{campaign.pk}/labels"
    assert organizer.get(address).json()["assessors"] == ["P-ada", "P-alice", "P-bob"]
    query = {"aggregate": "median", "without": ["P-alice", "P-bob"]}
    preview = organizer.get(f"{address}/preview", query).json()
    assert preview["n_votes_by_kind"] == {"human": 2}
    made = organizer.post(address, {**query, "name": "new"}, content_type="application/json")
    assert made.json()["policy"]["left_out"] == ["P-alice", "P-bob"]
    refused = organizer.get(f"{address}/preview", {**query, "without": "zoe"})
    assert refused.json()["code"] == "labels_refused"
