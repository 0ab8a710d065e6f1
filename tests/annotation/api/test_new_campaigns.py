from __future__ import annotations

import re
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
    assert (row["name"], row["state"], row["n_pairs"], row["n_wanted"]) == (
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
    assert post(organizer, **fields, **texts, policy=policy).status_code == 201
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
    ("asked", "code", "sentence"),
    [
        ({"scale": None}, "invalid", "scale: Give a scale or a list of grades."),
        ({"grades": []}, "invalid", "scale: Give a scale or a list of grades."),
        ({"scale": "1"}, "invalid", "grades: a scale has 2 to 10 grades, this one has 1"),
        (
            {"scale": None, "grades": [{"value": 1, "name": "a"}, {"value": 1, "name": "b"}]},
            "invalid",
            "grades: the grade 1 appears twice",
        ),
        ({"name": "a b"}, "name_refused", "'a b' cannot name a campaign"),
        ({"pool": "poll"}, "not_found", "There is no pool named 'poll'; there is pool."),
        ({"judgments_per_pair": 0}, "scale_refused", "A pair takes 1 to 100 judgments, not 0."),
        ({"quota": 0}, "policy_refused", "quota is a number from 1"),
        ({"pass_share": 1.5}, "policy_refused", "The passing share is above"),
        ({"pass_share": "nan"}, "invalid", "pass_share"),
        ({"policy": {"unit": "words"}}, "invalid", "policy"),
        ({"policy": {"gold_every": 0}}, "policy_refused", "gold every is a number from 1"),
        ({"seed": -1}, "invalid", "seed"),
        ({"seed": 2**63}, "invalid", "seed"),
        ({"notice": ""}, "invalid", "notice"),
        ({"guideline": "a\x00b"}, "invalid", "guideline: Null characters are not allowed."),
    ],
)
def test_what_makes_no_campaign_is_refused(
    asked: dict[str, Any], code: str, sentence: str, organizer: Client
) -> None:
    answer = post(organizer, **asked)
    assert answer.status_code in (400, 404)
    assert answer.json()["code"] == code
    assert re.search(re.escape(sentence), answer.json()["detail"])
    assert not Campaign.objects.exists()


@pytest.mark.parametrize(
    ("mark", "sentence"),
    [
        ({"query_id": "q9"}, "marks: number 2: no topic 'q9' in needs"),
        ({"passage_id": "d9"}, "marks: number 2: no passage 'd9' in trees"),
        ({"kind": "gold"}, "marks: number 2: passage d2 of topic q1 is a gold pair and needs"),
        ({"kind": "gold", "grade": 7}, "marks: number 2: the grade 7 is not on the scale 1, 2, 3"),
        ({"passage_id": "d1"}, "appears twice, first on line 1"),
        ({"kind": "special"}, "marks"),
        ({"priority": 2**31}, "marks"),
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


def test_a_taken_name_is_refused(organizer: Client) -> None:
    post(organizer)
    answer = post(organizer)
    assert (answer.status_code, answer.json()["code"]) == (400, "name_taken")


def test_nobody_gives_a_campaign_what_is_not_asked_for(organizer: Client) -> None:
    """A state or an id in the body changes nothing."""
    post(organizer, state="open", id=4711, anonymized_at="2020-01-01T00:00Z", policies=[])
    campaign = Campaign.objects.get()
    assert (campaign.state, campaign.anonymized_at) == ("draft", None)
    assert campaign.pk != 4711


@pytest.mark.parametrize("who", ["alice", "rita", None])
def test_who_is_no_organizer_makes_none(
    who: str | None, client: Client, request: pytest.FixtureRequest
) -> None:
    if who:
        client.force_login(request.getfixturevalue(who))
    assert post(client).status_code == 403
    assert not Campaign.objects.exists()


def test_a_request_from_elsewhere_is_refused(carol: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(carol)
    assert post(client).status_code == 403
    assert not Campaign.objects.exists()
