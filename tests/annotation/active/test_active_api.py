from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from annotation.models import ActiveTopic, Campaign
from tests.annotation.active.learning import active_campaign, two_runs

pytestmark = pytest.mark.django_db


def post(client: Client, where: str, body: dict[str, Any]) -> Any:
    return client.post(f"/api/campaigns/{where}", body, content_type="application/json")


def test_all_that_a_design_can_be_made_of_is_listed(organizer: Client) -> None:
    choices = organizer.get("/api/campaigns/active/choices").json()

    rules = {rule["key"]: rule for rule in choices["rules"]}
    strategies = {one["key"]: one for one in choices["strategies"]}
    assert [key for key, one in strategies.items() if not one["needs_runs"]][:2] == ["cal", "scal"]
    assert [key for key, one in strategies.items() if one["draws"]] == ["autostop"]
    assert {key[:8] for key, rule in rules.items() if rule["needs_draws"]} == {"autostop"}
    assert [key for key, rule in rules.items() if rule["needs_control"]] == ["qbcb"]
    assert (choices["with_probabilities"], choices["with_vectors"]) == (["logistic"], ["bert-dot"])


def test_a_campaign_is_made_and_a_design_refused(organizer: Client) -> None:
    two_runs()
    asked = {"strategy": "mtf", "seed": 7, "runs": ["first", "second"], "depth": 2}
    body = {"name": "learned", "scale": "0=No,1=Yes", "active": asked}

    refused = post(organizer, "active", {**body, "active": {**asked, "runs": []}})
    made = post(organizer, "active", body)

    assert (refused.status_code, refused.json()["code"]) == (400, "no_runs")
    assert made.status_code == 201
    assert made.json()["n_topics_choosing"] == 2


def test_topics_are_watched_ended_and_resumed(organizer: Client) -> None:
    at = f"{active_campaign().pk}/active"

    pool = organizer.get(f"/api/campaigns/{at}").json()
    review = organizer.get(f"/api/campaigns/{at}/review", {"query_id": "q1"}).json()
    ended = post(organizer, f"{at}/end", {"action": "end", "query_ids": ["q1"]})
    unknown = post(organizer, f"{at}/end", {"action": "resume", "query_ids": ["q9"]})

    assert (pool["strategy_name"], len(pool["topics"])) == ("Rank by rank", 2)
    assert (review["found"], len(review["rules"])) == ([0], 11)
    assert ended.json() == {"n_topics": 1}
    assert (unknown.status_code, unknown.json()["code"]) == (400, "unknown_topic")
    assert ActiveTopic.objects.going_on().n_by_campaign(Campaign.objects.all()).values()
