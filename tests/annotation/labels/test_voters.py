"""Leaving somebody out is a filter of one label set: others count their votes as before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from annotation.exceptions import LabelsRefused
from annotation.labels.deriving import derive_labels
from annotation.labels.voters import kinds_at_first
from annotation.models import AssessorKind, Campaign, Judgment
from annotation.quality.flags import MIN_REPEATS
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.policy_file import policy_from_json
from tests.annotation.importing import importer
from tests.annotation.voting import Ballots, cast_votes, voted_campaign, whole
from tests.refusals import refused

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
    policy = whole(MEDIAN, **options)
    return derive_labels(name=name, campaign=campaign, policy=policy).label_set


def test_votes_of_who_is_left_out_do_not_count_and_the_policy_names_them(
    campaign: Campaign,
) -> None:
    policy = whole(MEDIAN, without=["P-bob", "P-alice", "P-bob"])
    done = derive_labels(name="new", campaign=campaign, policy=policy)
    assert done.label_set.policy["without"] == ["P-alice", "P-bob"]
    assert done.n_votes_by_kind == {"human": 2}
    assert done.aggregation.steps[0].n_judgments_removed == 6


def test_simulated_assessors_count_at_first_where_nobody_else_voted(campaign: Campaign) -> None:
    assert kinds_at_first(campaign) == ("human",)
    members = campaign.memberships.order_by("pseudonym")
    members.update(kind=AssessorKind.SIMULATED)
    assert kinds_at_first(campaign) == ("human", "simulated")
    members.filter(pseudonym="P-bob").update(kind=AssessorKind.HUMAN)
    assert kinds_at_first(campaign) == ("human",)


def test_the_page_keeps_where_the_weights_began(organizer: Client, campaign: Campaign) -> None:
    address = f"/api/campaigns/{campaign.pk}/labels"
    asked = {"name": "new", "aggregate": "weighted"}
    made = organizer.post(address, asked, content_type="application/json")
    assert made.json()["policy"]["seed"] == 0


def test_somebody_imported_is_named_as_in_the_file(campaign: Campaign, tmp_path: Path) -> None:
    importer(campaign, tmp_path)("q1 d1 a01 5", "q1 d2 a01 5")
    imported = campaign.memberships.get(user__username__endswith="a01").pseudonym
    by_name, by_pseudonym = (derived(campaign, who, without=[who]) for who in ("a01", imported))
    assert by_name.policy["without"] == [imported] == by_pseudonym.policy["without"]
    assert by_name.content_hash == by_pseudonym.content_hash


def test_nobody_is_named_by_the_name_of_their_account(campaign: Campaign) -> None:
    with refused(LabelsRefused, "unknown_assessor"):
        derived(campaign, "new", without=["alice"])


def test_it_can_be_reversed(campaign: Campaign) -> None:
    before = derived(campaign, "before")
    left_out = derived(campaign, "left-out", without=["P-alice"])
    after = derived(campaign, "after")
    assert before.content_hash == after.content_hash != left_out.content_hash
    assert before.policy == after.policy


def test_who_is_not_there_cannot_be_left_out(campaign: Campaign) -> None:
    with refused(LabelsRefused, "unknown_assessor") as caught:
        derived(campaign, "new", without=["zoe"])
    assert "'zoe'" in str(caught.value)


def test_without_anybody_nothing_remains(campaign: Campaign) -> None:
    everybody = ["P-alice", "P-bob", "P-ada"]
    with refused(LabelsRefused, "nobody_counts"):
        derived(campaign, "new", without=everybody)


def test_the_pages_name_people_with_answers_and_preview_without_some(
    organizer: Client, campaign: Campaign
) -> None:
    cast_votes(campaign, {("q2", "d2"): {"gpt": 5}}, AssessorKind.MODEL)
    address = f"/api/campaigns/{campaign.pk}/labels"
    assert organizer.get(address).json()["assessors"] == [
        {"name": name, "kind": "human", "level": ""} for name in ("P-ada", "P-alice", "P-bob")
    ]
    query = {"aggregate": "median", "without": ["P-alice", "P-bob"]}
    preview = organizer.get(f"{address}/preview", query).json()
    assert preview["n_votes_by_kind"] == {"human": 2}
    made = organizer.post(address, {**query, "name": "new"}, content_type="application/json")
    assert made.json()["policy"]["without"] == ["P-alice", "P-bob"]
    answer = organizer.get(f"{address}/preview", {**query, "without": "zoe"})
    assert answer.json()["code"] == "unknown_assessor"


def test_simulated_assessors_count_where_they_are_named(campaign: Campaign) -> None:
    cast_votes(campaign, {("q2", "d2"): {"sim": 5}}, AssessorKind.SIMULATED)
    assert derived(campaign, "people").report["n_votes_by_kind"] == {"human": 8}
    both = derived(campaign, "both", kinds=["human", "simulated"])
    assert both.report["n_votes_by_kind"] == {"human": 8, "simulated": 1}
    assert derived(campaign, "one", only=["P-sim"]).report["n_votes_by_kind"] == {"simulated": 1}


def test_people_of_other_levels_of_english_are_left_out(campaign: Campaign) -> None:
    campaign.memberships.filter(pseudonym="P-bob").update(english_level="native")
    labels = derived(campaign, "natives", levels=["native"])
    assert labels.report["n_votes_by_kind"] == {"human": 3}


def test_who_is_flagged_is_left_out_and_named(campaign: Campaign) -> None:
    """The flag may be gone tomorrow; who was left out stays known."""
    first = Judgment.objects.filter(assessor__pseudonym="P-bob").first()
    assert first is not None
    for occasion in range(1, MIN_REPEATS + 1):
        Judgment.objects.create(
            campaign_pair=first.campaign_pair,
            assessor=first.assessor,
            occasion=occasion,
            grade=campaign.grades.get(value=1),
            created_at=first.created_at,
        )
    labels = derived(campaign, "same", without_flags=["repeats"], without=["P-ada"])
    assert labels.policy["without"] == ["P-ada", {"pseudonym": "P-bob", "flags": ["repeats"]}]
    assert labels.report["n_votes_by_kind"] == {"human": 3}
    assert labels.policy["without_flags"] == []
    again = derive_labels(name="again", campaign=campaign, policy=policy_from_json(labels.policy))
    assert again.label_set.content_hash == labels.content_hash
