from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.models import Campaign, PairKind, Pool
from ranking.models import Run
from tests.factories import make_collection, make_labels, make_run, make_topics

pytestmark = pytest.mark.django_db

GRADES = [
    {"value": 0, "name": "No", "description": "Nothing.", "colour": "", "requires_span": False},
    {"value": 1, "name": "Yes", "description": "", "colour": "#044F7F", "requires_span": True},
]
ASKED = {"name": "forest", "runs": ["one", "two"], "depth": 1, "grades": GRADES}


@pytest.fixture(autouse=True)
def _runs(db: None) -> None:
    texts = {"d1": "Spruces live long.", "d2": "Firs have cones.", "d3": "Cats.", "d4": None}
    collection, topic_set = make_collection(texts=texts), make_topics()
    make_run("one", collection, topic_set, {"q1": ["d1", "d2"], "q2": ["d1"]})
    make_run("two", collection, topic_set, {"q1": ["d1", "d4"], "q2": ["d2", "d3"]})


def post(client: Client, where: str, body: dict[str, Any]) -> Any:
    return client.post(f"/api/{where}", body, content_type="application/json")


def test_a_preview_shows_every_depth_at_once(organizer: Client) -> None:
    data = post(organizer, "pools/preview", {"runs": ["one", "two"]}).json()
    time = data.pop("time")
    assert data == {
        "depth": 2,
        "n_topics_drawn": 2,
        "n_pairs": [3, 5],
        "n_textless": [0, 1],
        "n_topics": [2, 2],
        "least": [1, 2],
        "median": [1.5, 2.5],
        "most": [2, 3],
        "found_by": [[2, 4], [1, 1]],
    }
    assert (time["source"], time["n"]) == ("length", 3)
    assert not Pool.objects.exists()


def test_topics_are_drawn_by_strata_and_known_pairs_are_left_out(organizer: Client) -> None:
    run = Run.objects.get(name="two")
    make_labels("old", run.collection, run.topic_set, {"q1": {"d1": 1}, "q2": {"d3": 1}})
    sample = {
        "strata": [{"name": "top", "first": 1, "last": 1, "n": 1}],
        "labels": "old",
        "seed": 1,
    }
    asked = {"runs": ["two"], "sample": sample, "without_labels": ["old"]}
    data = post(organizer, "pools/preview", asked).json()
    assert (data["n_topics_drawn"], data["n_pairs"], data["n_textless"]) == (1, [0, 0], [0, 1])
    asked["sample"] = {"strata": [{"name": "low", "first": 2, "last": 2, "n": 1}], "labels": "old"}
    made = post(organizer, "campaigns/from-runs", {**ASKED, **asked, "depth": 2, "marks": []})
    assert made.status_code == 201, made.json()
    [pair] = Pool.objects.get().pairs.all()
    assert (pair.topic.query_id, pair.passage.doc_id, pair.stratum) == ("q2", "d2", "low")


def test_ranks_of_first_relevant_passages_come_before_strata_are_drawn(organizer: Client) -> None:
    run = Run.objects.get(name="two")
    make_labels("old", run.collection, run.topic_set, {"q1": {"d1": 1}, "q2": {"d3": 1}})
    asked = {"runs": ["two"], "labels": "old"}
    data = post(organizer, "pools/first-relevant", asked).json()
    assert data == {"ranks": [1, 2], "n_topics": [1, 1], "n_without": 0}
    strata = [
        {"name": "a", "first": 1, "last": 2, "n": 3},
        {"name": "", "first": 3, "last": 9, "n": 0},
    ]
    sample = {"strata": strata, "labels": "old"}
    refused = post(organizer, "pools/preview", {"runs": ["two"], "sample": sample})
    assert refused.status_code == 400
    assert refused.json()["fields"] == {
        "sample.strata.1.name": "A stratum needs a name.",
        "sample.strata.0.n": "The stratum a has 2 topics, 3 were asked for.",
    }


PLANNED = {"runs": ["one", "two"], "depth": 2}


def test_pairs_of_a_planned_pool_are_listed_drawn_and_checked(organizer: Client) -> None:
    run = Run.objects.get(name="two")
    make_labels("old", run.collection, run.topic_set, {"q1": {"d1": 1}, "q2": {"d3": 0}})
    listed = post(organizer, "pools/pairs", {**PLANNED, "topic": "q2"}).json()
    assert [(one["passage_id"], one["old_grades"]) for one in listed["pairs"]] == [
        ("d1", []),
        ("d2", []),
        ("d3", [{"labels": "old", "value": 0}]),
    ]
    grades = [{"value": 0, "grade": 0}, {"value": 1, "grade": 1}]
    asked = {**PLANNED, "labels": "old", "n": 2, "grades": grades}
    drawn = post(organizer, "pools/draw", asked).json()
    marks = [
        {"query_id": one["query_id"], "passage_id": one["passage_id"], "grade": one["grade"]}
        for one in drawn["pairs"]
    ]
    plan = {
        **PLANNED,
        "n_pairs": 5,
        "scale": [0, 1],
        "crew": {"people": 2, "quota": None, "seconds": 10},
        "marks": [{**marks[0], "kind": "gold"}, {**marks[1], "kind": "qualification"}],
    }
    planned = post(organizer, "campaigns/plan", plan)
    assert planned.status_code == 200, planned.json()
    pairs = {"regular": 3, "for_all": 0, "gold": 1, "qualification": 1}
    assert (planned.json()["faults"], planned.json()["pairs"]) == ([], pairs)
    assert not Pool.objects.exists()


@pytest.mark.parametrize("where", ["pools/first-relevant", "pools/pairs", "pools/draw"])
def test_only_organizers_look_at_planned_pools(where: str, client: Client, alice: User) -> None:
    client.force_login(alice)
    assert post(client, where, {}).status_code == 403


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"runs": ["one"], "sample": {"strata": "top=1-1:1"}}, 400, "invalid"),
        ({"runs": ["one"], "sample": {"seed": 1}}, 400, "invalid"),
        ({"runs": ["one"], "without_labels": ["none"]}, 404, "not_found"),
        ({"runs": []}, 400, "invalid"),
        ({"runs": ["one"], "sample": {"n": 7}}, 400, "sample_not_drawn"),
    ],
)
def test_a_preview_says_what_it_cannot_count(
    organizer: Client, body: dict[str, Any], status: int, code: str
) -> None:
    answer = post(organizer, "pools/preview", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


DRAWN = {"measures": "P@1", "question": {"kind": "pair", "runs": ["one", "two"]}, "seed": 3}


def test_what_can_be_drawn_by_design_is_counted(organizer: Client) -> None:
    data = post(
        organizer, "pools/design/preview", {"runs": ["one", "two"], "depth": 2, **DRAWN}
    ).json()
    assert (data["n_frame"], data["n_drawable"]) == (5, 3)
    assert (data["n"], data["n_topics"], data["time"]["source"]) == ([3], [2], "length")
    assert (data["half_these"], data["half_like"], data["half_all"] > 0) == ([], [], True)


def test_a_measure_that_no_sample_can_estimate_is_refused(organizer: Client) -> None:
    asked = {"runs": ["one", "two"], "depth": 2, **DRAWN, "measures": "RR"}
    refused = post(organizer, "pools/design/preview", asked)
    assert (refused.status_code, refused.json()["code"]) == (400, "measure_not_estimated")


def test_a_campaign_by_design_is_planned_made_and_drawn_on(organizer: Client) -> None:
    draw = {**DRAWN, "measures": "P@2", "n": 2}
    planned = {**PLANNED, "draw": draw, "topic": "q2"}
    listed = post(organizer, "pools/pairs", planned).json()
    answer = post(organizer, "campaigns/from-runs", {**ASKED, "depth": 2, "draw": draw})
    assert answer.status_code == 201
    campaign = Campaign.objects.get()
    pooled = campaign.pool.pairs.filter(topic__query_id="q2").values_list("passage__doc_id")
    assert sorted((pair["passage_id"],) for pair in listed["pairs"]) == sorted(pooled)
    assert (campaign.policy().unit, campaign.policy().order) == ("pairs", "fixed")
    more = post(organizer, f"campaigns/{campaign.pk}/pairs/draw", {"n": 2})
    assert (more.status_code, more.json()["n_in_all"]) == (200, 4)
    refused = post(organizer, f"campaigns/{campaign.pk}/pairs/draw", {"n": 9})
    assert (refused.status_code, refused.json()["code"]) == (400, "too_many_drawn")


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ({"sample": {"n": 1}}, "draw_of_a_part"),
        ({"policy": {"unit": "topics"}}, "not_in_draw_order"),
        ({"draw": {"measures": "P@1", "question": {"kind": "all"}, "n": 2}}, "invalid"),
    ],
)
def test_a_draw_is_from_all_topics_in_its_order_and_by_a_seed(
    organizer: Client, other: dict[str, Any], code: str
) -> None:
    body = {**ASKED, "depth": 2, "draw": {**DRAWN, "n": 2}, **other}
    refused = post(organizer, "campaigns/from-runs", body)
    assert (refused.status_code, refused.json()["code"]) == (400, code)
    assert not Pool.objects.exists()


def test_a_campaign_is_made_with_its_pool(organizer: Client, carol: User) -> None:
    answer = post(organizer, "campaigns/from-runs", {**ASKED, "asks_note": True, "n_overlap": 1})
    assert answer.status_code == 201
    campaign = Campaign.objects.get()
    assert (answer.json()["id"], campaign.asks_note) == (campaign.pk, True)
    assert (campaign.pool.depth, campaign.pairs.count()) == (1, 3)
    assert campaign.pairs.filter(kind=PairKind.OVERLAP).count() == 1
    kept = [(g.value, g.name, g.colour, g.requires_span) for g in campaign.grades.order_by("value")]
    assert kept == [(0, "No", "#e3e8f2", False), (1, "Yes", "#044f7f", True)]
    assert campaign.events.get(kind="created").actor == carol


def test_a_gold_pair_that_is_not_in_the_pool_is_shown_by_its_number(organizer: Client) -> None:
    marks = [
        {"query_id": query_id, "passage_id": "d1", "kind": "gold", "grade": 1}
        for query_id in ("q1", "q9")
    ]
    answer = post(organizer, "campaigns/from-runs", {**ASKED, "marks": marks})
    assert (answer.status_code, answer.json()["detail"][:16]) == (400, "marks: number 2:")
    assert not Pool.objects.exists()


def test_scales_come_with_everything_a_campaign_takes(organizer: Client) -> None:
    data = organizer.get("/api/scales").json()
    assert [preset["code"] for preset in data["presets"]] == ["binary", "trec", "five", "fira"]
    assert [colours[-1] for colours in data["colours"]] == ["#044f7f"] * 20
    for preset in data["presets"]:
        body = {**ASKED, "name": preset["code"], "grades": preset["grades"]}
        assert post(organizer, "campaigns/from-runs", body).status_code == 201


@pytest.mark.parametrize(("most", "status"), [(16, 201), (15, 400)])
def test_a_campaign_too_large_for_the_browser_is_not_begun(
    most: int, status: int, organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four pairs of two topics, one of them textless, with three judgments each."""
    monkeypatch.setattr("annotation.campaigns.api.campaigns.MAX_ROWS", most)
    made = post(organizer, "campaigns/from-runs", {**ASKED, "runs": ["two"], "depth": 2})
    assert made.status_code == status
    if status == 400:
        assert made.json()["code"] == "too_many_pairs"
        assert "4 pairs with 3 judgments each" in made.json()["detail"]
    assert Pool.objects.exists() == Campaign.objects.exists() == (status == 201)


def test_only_topics_that_are_drawn_count_for_its_size(
    organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotation.campaigns.api.campaigns.MAX_ROWS", 8)
    asked = {**ASKED, "runs": ["two"], "depth": 2, "sample": {"n": 1, "seed": 2}}
    assert post(organizer, "campaigns/from-runs", asked).status_code == 201
