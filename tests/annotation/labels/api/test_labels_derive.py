from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.labels.deriving import OtherSets, derive_labels
from annotation.models import AssessorKind, Campaign, CampaignState, LabelSet
from annotation.pairs.deciding import decide
from regrade.aggregation.policy_file import policy_from_json
from tests.annotation.drawn import drawn_campaign
from tests.annotation.voting import (
    Ballots,
    cast_votes,
    grade_as_expert,
    pair_of,
    voted_campaign,
)
from tests.evaluation.sampled_labels import import_sample
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_member,
    make_pool,
    make_topics,
)
from tests.security.scene import rows
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

BALLOTS: Ballots = {
    ("q1", "d1"): {"alice": 4, "bob": 3, "ada": 1},
    ("q1", "d2"): {"alice": 5, "bob": 2},
    ("q1", "d3"): {"alice": 1, "bob": None},
    ("q2", "d1"): {"alice": None, "bob": 1},
}
OTHERS = [CampaignState.DRAFT, CampaignState.PILOT, CampaignState.PAUSED]
# Every option there is, in ways that fit together.
POLICIES: list[dict[str, Any]] = [
    {"aggregate": "median", "rounding": "down", "min_relevance": 2, "min_votes": 2},
    {
        "aggregate": "majority",
        "threshold": 3,
        "tie": "fallback",
        "fallback": "old",
        "max_blank_share": 0.4,
        "min_assessors": 2,
    },
    {
        "aggregate": "majority",
        "threshold": 3,
        "require_fallback_relevant": True,
        "fallback": "old",
        "only_topics_of": "old",
    },
]


@pytest.fixture
def campaign(db: None) -> Campaign:
    campaign = voted_campaign(BALLOTS)
    pool = campaign.pool
    make_labels("old", pool.collection, pool.topic_set, {"q1": {"d1": 1, "d2": 0}})
    return campaign


def address(campaign: Campaign, rest: str = "") -> str:
    return f"/api/campaigns/{campaign.pk}/labels{rest}"


def derive(client: Client, campaign: Campaign, **body: Any) -> Any:
    body = {"name": "new", "aggregate": "median", **body}
    return client.post(address(campaign), body, content_type="application/json")


def preview(client: Client, campaign: Campaign, **query: Any) -> Any:
    return client.get(address(campaign, "/preview"), query)


@pytest.mark.parametrize(("asked", "n_gold"), [({}, 1), ({"gold": "none"}, 0)], ids=str)
def test_gold_pairs_get_the_expert_s_grade_unless_asked_otherwise(
    asked: dict[str, Any], n_gold: int, organizer: Client, campaign: Campaign
) -> None:
    grade_as_expert(pair_of(campaign, "q2", "d2"), 5)
    page = organizer.get(address(campaign)).json()
    assert page["n_expert_grades"] == 1
    before = preview(organizer, campaign, aggregate="median", gold="none").json()["counts"]
    data = preview(organizer, campaign, aggregate="median", **asked).json()
    assert (data["n_gold"], data["counts"]["n_pairs"] - before["n_pairs"]) == (n_gold, n_gold)
    made = derive(organizer, campaign, **asked).json()
    assert (made["n_gold"], made["counts"]) == (n_gold, data["counts"])


@pytest.mark.parametrize("asked", POLICIES, ids=str)
def test_a_preview_shows_what_is_then_stored_as_the_service_makes_it(
    asked: dict[str, Any], organizer: Client, campaign: Campaign
) -> None:
    data = preview(organizer, campaign, **asked).json()
    stored = derive(organizer, campaign, **asked).json()
    for key in ("counts", "min_relevance", "n_gold", "n_ties", "n_votes_by_kind", "steps"):
        assert data[key] == stored[key]
    assert data["problem"] == ""
    assert data["counts"]["n_pairs"] == sum(one["n"] for one in data["counts"]["by_value"]) > 0
    others = OtherSets(*(_named(asked.get(key)) for key in OtherSets._fields))
    policy = policy_from_json({"gold": "expert", **asked})
    done = derive_labels(name="served", campaign=campaign, policy=policy, others=others)
    served = LabelSet.objects.get(pk=done.label_set.pk)
    made = LabelSet.objects.get(name="new")
    assert (made.content_hash, made.policy) == (served.content_hash, served.policy)
    assert made.report == served.report


def _named(name: str | None) -> LabelSet | None:
    return None if name is None else LabelSet.objects.get(name=name)


def test_votes_of_models_count_where_they_are_named(organizer: Client, campaign: Campaign) -> None:
    cast_votes(campaign, {("q2", "d1"): {"gpt": 5}}, AssessorKind.MODEL)
    data = organizer.get(address(campaign)).json()
    assert data["model_assessors"] == [{"pseudonym": "P-gpt", "name": "gpt"}]
    for asked, n_out in (({}, 1), ({"models": ["P-gpt"]}, 0)):
        seen = preview(organizer, campaign, aggregate="median", **asked).json()
        stored = derive(organizer, campaign, name=f"out-{n_out}", **asked).json()
        assert seen["steps"][0]["n_judgments_removed"] == n_out
        assert seen["counts"] == stored["counts"]
        assert stored["policy"]["models"] == data["model_assessors"][n_out:]
    answer = preview(organizer, campaign, aggregate="median", models=["alice"])
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_assessor")


def test_a_preview_of_drawn_pairs_counts_those_that_the_sample_keeps(organizer: Client) -> None:
    drawn = drawn_campaign()
    drawn.judge([None, 1, 2])
    assert organizer.get(address(drawn.campaign)).json()["is_drawn"]
    data = preview(organizer, drawn.campaign, aggregate="median").json()
    assert (data["counts"]["n_pairs"], "has no label" in data["problem"]) == (0, True)
    drawn.judge([4])
    data = preview(organizer, drawn.campaign, aggregate="median").json()
    query_id, doc_id = drawn.pairs[3]
    end = {"query_id": query_id, "doc_id": doc_id}
    assert data["drawn"] == {"n_drawn": 5, "n_left_out": 0, "ends_at": end}
    assert (data["counts"]["n_pairs"], data["problem"]) == (3, "")


def test_a_preview_stores_nothing(organizer: Client, campaign: Campaign) -> None:
    before = rows("last_login")
    assert preview(organizer, campaign, aggregate="median").status_code == 200
    assert rows("last_login") == before


def test_a_preview_of_nothing_says_why(organizer: Client, campaign: Campaign) -> None:
    data = preview(organizer, campaign, aggregate="median", min_votes=9).json()
    assert data["counts"]["n_pairs"] == 0
    assert "'min votes' removed the last" in data["problem"]
    assert derive(organizer, campaign, min_votes=9).status_code == 400


def test_medians_between_two_grades_are_counted(organizer: Client, campaign: Campaign) -> None:
    assert preview(organizer, campaign, aggregate="median").json()["n_rounded"] == 1


@pytest.mark.parametrize(("decisions", "n_unanswered"), [("override", 1), ("ignore", 0)])
def test_pairs_that_nobody_answered_and_a_decision_labels_are_counted_apart(
    decisions: str, n_unanswered: int, organizer: Client, campaign: Campaign, carol: User
) -> None:
    for doc_id in ("d1", "d2"):  # the first was judged, too
        decide(pair=pair_of(campaign, "q2", doc_id), adjudicator=carol, grade=4)
    data = preview(organizer, campaign, aggregate="median", decisions=decisions).json()
    assert data["n_unanswered"] == n_unanswered
    assert data["counts"]["n_pairs"] == 4 + n_unanswered


def test_a_campaign_shows_with_what_labels_can_be_made(
    organizer: Client, campaign: Campaign
) -> None:
    other = make_collection("other")
    make_labels("elsewhere", other, campaign.pool.topic_set, {"q1": {"d1": 1}})
    make_labels("far", other, make_topics("far"), {"q1": {"d1": 1}})
    import_sample("sample", LabelSet.objects.get(name="old"), [0.5])
    data = organizer.get(address(campaign)).json()
    assert (data["name"], data["state"]) == ("campaign", "open")
    assert [grade["value"] for grade in data["scale"]] == [1, 2, 3, 4, 5]
    assert (data["fallbacks"], data["topic_labels"]) == (["old"], ["elsewhere", "old"])
    assert data["label_sets"] == []


def test_label_sets_are_listed_with_how_they_came_about(
    organizer: Client, campaign: Campaign
) -> None:
    for name in ("first", "second"):
        derive(organizer, campaign, name=name)
    second, first = organizer.get(address(campaign)).json()["label_sets"]
    assert (second["name"], first["name"]) == ("second", "first")
    assert second["content_hash"] == LabelSet.objects.get(name="second").content_hash
    assert second["policy"]["aggregate"] == "median"
    assert second["n_votes_by_kind"] == {"human": 7}
    assert "report" not in second


def test_labels_of_other_campaigns_are_not_listed(organizer: Client, campaign: Campaign) -> None:
    derive(organizer, campaign)
    other = make_campaign("other", campaign.pool)
    assert organizer.get(address(other)).json()["label_sets"] == []


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": "old"}, 400, "name_taken"),
        ({"aggregate": "mode"}, 400, "invalid"),
        ({"fallback": "nowhere"}, 404, "not_found"),
        ({"aggregate": "majority", "threshold": 9}, 400, "unfit_policy"),
        ({"aggregate": "majority", "tie": "fallback", "fallback": "old"}, 400, "rule_refused"),
    ],
)
def test_what_fits_not_is_refused(
    body: dict[str, Any], status: int, code: str, organizer: Client, campaign: Campaign
) -> None:
    answer = derive(organizer, campaign, **body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert LabelSet.objects.count() == 1


@pytest.mark.parametrize(
    "state", [CampaignState.OPEN, *(pytest.param(one, marks=thorough) for one in OTHERS)]
)
@pytest.mark.parametrize("what", ["list", "derive", "preview", "export"])
def test_who_judges_here_makes_and_sees_no_labels(
    what: str, state: CampaignState, organizer: Client, carol: User, campaign: Campaign
) -> None:
    make_member(campaign, carol)
    Campaign.objects.update(state=state)
    if what == "derive":
        answer = derive(organizer, campaign)
    elif what == "preview":
        answer = preview(organizer, campaign, aggregate="median")
    else:
        place = {"list": "labels", "export": "judgments"}[what]
        answer = organizer.get(f"/api/campaigns/{campaign.pk}/{place}")
    assert answer.status_code == 403
    assert answer.json()["code"] == "permission_denied"
    assert LabelSet.objects.count() == 1


def test_who_judged_makes_labels_when_it_is_closed(
    organizer: Client, carol: User, campaign: Campaign
) -> None:
    make_member(campaign, carol)
    Campaign.objects.update(state=CampaignState.CLOSED)
    assert derive(organizer, campaign).status_code == 201


@pytest.mark.parametrize("key", ["fallback", "only_topics_of"])
def test_labels_that_are_hidden_from_who_asks_cannot_be_named(
    key: str, organizer: Client, carol: User, campaign: Campaign
) -> None:
    """Carol judges in the campaign whose labels would decide in another."""
    derive(organizer, campaign, name="secret")
    make_member(campaign, carol)
    pool = campaign.pool
    other = make_campaign("other", make_pool("again", pool.collection, pool.topic_set))
    policy = {"aggregate": "majority", "threshold": 3, "require_fallback_relevant": True}
    for ask in (preview, derive):
        hidden, absent = (
            ask(organizer, other, **{**policy, "fallback": "old", key: name})
            for name in ("secret", "absent")
        )
        assert (hidden.status_code, absent.status_code) == (404, 404)
        assert hidden.content.replace(b"secret", b"absent") == absent.content
    data = organizer.get(address(other)).json()
    assert (data["fallbacks"], data["topic_labels"]) == (["old"], ["old"])
