from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.models import Campaign, CampaignPair, PairKind
from annotation.notice_text import DEFAULT_NOTICE
from tests.factories import make_pool

pytestmark = pytest.mark.django_db

ASKED = {"name": "forest", "pool": "pool", "scale": "1-3"}


@pytest.fixture(autouse=True)
def _pool(db: None) -> None:
    """Six pairs: q1 and q2 with d1, d2 and d3."""
    make_pool()


def post(client: Client, **asked: Any) -> Any:
    body = {name: value for name, value in (ASKED | asked).items() if value is not None}
    return client.post("/api/campaigns", body, content_type="application/json")


def test_a_draft_is_made(organizer: Client) -> None:
    answer = post(organizer, judgments_per_pair=2)
    assert answer.status_code == 201
    row = answer.json()
    assert (row["name"], row["state"], row["pairs"]["regular"], row["n_wanted"]) == (
        "forest",
        "draft",
        6,
        12,
    )
    assert Campaign.objects.get().pk == row["id"]


def test_what_was_not_said_has_its_default(organizer: Client) -> None:
    post(organizer)
    campaign = Campaign.objects.get()
    assert (campaign.judgments_per_pair, campaign.quota, campaign.lease_s) == (3, None, 600)
    assert campaign.notices.get().body == DEFAULT_NOTICE
    assert not campaign.guidelines.exists()
    assert campaign.policy().unit == "topics"


def test_everything_can_be_said(organizer: Client, carol: User) -> None:
    fields: dict[str, Any] = {
        "seed": 4,
        "quota": 50,
        "allows_sign_up": True,
        "pass_share": 0.8,
        "max_attempts": 3,
        "lease_s": 20,
        "seat_s": 60,
        "max_not_judged": 1,
    }
    texts = {"guideline": "# Be fair\n", "notice": "We keep your grades.\n"}
    policy = {"unit": "pairs", "gold_every": 9, "rotates": True}
    marks = [{"query_id": "q1", "passage_id": "d1", "kind": "qualification", "grade": 2}]
    answer = post(organizer, **fields, **texts, policy=policy, marks=marks)
    assert answer.status_code == 201
    campaign = Campaign.objects.get()
    assert {name: getattr(campaign, name) for name in fields} == fields
    assert campaign.guidelines.get().body == texts["guideline"]
    assert campaign.notices.get().body == texts["notice"]
    in_force = campaign.policy()
    assert {name: getattr(in_force, name) for name in policy} == policy
    assert in_force.created_by == carol


def test_a_scale_may_be_a_list_of_grades(organizer: Client) -> None:
    grades = [
        {"value": 1, "name": "Yes", "description": "It answers.", "requires_span": True},
        {"value": 0, "name": "No", "colour": "#FFFFFF"},
    ]
    assert post(organizer, scale=None, grades=grades).status_code == 201
    stored = Campaign.objects.get().grades.values_list(
        "value", "name", "description", "colour", "requires_span"
    )
    assert list(stored) == [
        (0, "No", "", "#ffffff", False),
        (1, "Yes", "It answers.", "#044f7f", True),
    ]


def test_marks_set_pairs_apart(organizer: Client) -> None:
    marks = [
        {"query_id": "q1", "passage_id": "d1", "kind": "gold", "grade": 2, "explanation": "So."},
        {"query_id": "q1", "passage_id": "d2", "priority": 5},
    ]
    assert post(organizer, marks=marks).status_code == 201
    gold = CampaignPair.objects.get(kind=PairKind.GOLD)
    assert (gold.expert_grade.grade.value, gold.expert_grade.explanation) == (2, "So.")
    assert CampaignPair.objects.get(priority=5).pair.passage.doc_id == "d2"


@pytest.mark.parametrize(
    ("asked", "code", "field"),
    [
        ({"scale": None}, "invalid", "scale"),
        ({"scale": "1"}, "invalid", "grades"),
        ({"pool": "poll"}, "not_found", "pool"),
        ({"judgments_per_pair": 0}, "out_of_range", "judgments_per_pair"),
        ({"pass_share": "nan"}, "invalid", "pass_share"),
        ({"pass_share": 0.8}, "no_qualification_pairs", "pass_share"),
        ({"policy": {"unit": "words"}}, "invalid", "policy.unit"),
        ({"policy": {"gold_every": 2**31}}, "out_of_range", "policy.gold_every"),
        ({"notice": ""}, "invalid", "notice"),
    ],
)
def test_what_makes_no_campaign_is_refused(
    asked: dict[str, Any], code: str, field: str, organizer: Client
) -> None:
    answer = post(organizer, **asked)
    assert answer.status_code == (404 if code == "not_found" else 400)
    assert (answer.json()["code"], [*answer.json()["fields"]]) == (code, [field])
    assert not Campaign.objects.exists()


@pytest.mark.parametrize(
    ("mark", "sentence"),
    [
        ({"query_id": "q9"}, "marks: number 2: no topic 'q9' in needs"),
        ({"kind": "special"}, "marks"),
    ],
)
def test_a_mark_of_no_pair_is_refused(
    mark: dict[str, Any], sentence: str, organizer: Client
) -> None:
    marks = [
        {"query_id": "q1", "passage_id": "d1", "kind": "overlap"},
        {"query_id": "q1", "passage_id": "d2"} | mark,
    ]
    answer = post(organizer, marks=marks)
    assert answer.status_code == 400
    assert sentence in answer.json()["detail"]
    assert not Campaign.objects.exists()
