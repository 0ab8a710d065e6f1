from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.models import CampaignState, LabelSet
from evaluation.api.comparison_serializers import ComparisonSerializer
from ranking.models import Run
from tests.evaluation.asking import post
from tests.evaluation.labelled import derive_like, make_two_runs
from tests.factories import make_campaign, make_labels, make_member, make_pool

pytestmark = pytest.mark.django_db

ASKED = {"baseline": "r1", "runs": "r2", "labels": "old", "measures": "RR@10,MFR@10"}
POINT = {"measure": "RR@10", "run": "r2", "label_set": "fresh"}


@pytest.fixture(autouse=True)
def ground(db: None) -> None:
    make_two_runs()


def ask(client: Client, **asked: str) -> Any:
    return post(client, "comparison", {**ASKED, **asked})


def test_an_answer_is_as_its_serializer_describes_it_and_is_read_again(researcher: Client) -> None:
    """It is sent without a copy by the serializer, which makes the API's description."""
    asked = {"measures": "RR@10,MFR@10,NumRet", "correction": "bonferroni", "effect_sizes": "1"}
    answer = ask(researcher, **asked).json()
    assert json.loads(json.dumps(ComparisonSerializer(answer).data)) == answer
    assert researcher.get("/api/comparison", ASKED | asked).json() == answer
    [block] = answer["blocks"]
    assert (block["labels"], block["n_topics"], answer["n_tests"]) == ("old", 2, 2)
    flags = ("lower_is_better", "is_tested", "caution")
    found = [[bool(row[flag]) for flag in flags] for row in block["rows"]]
    assert found == [[False, True, True], [True, True, False], [False, False, False]]
    cell = block["rows"][0]["cells"][0]
    assert cell["p_adjusted"] == min(1.0, 2 * cell["p_value"])
    assert {effect["name"] for effect in cell["effects"]} == {"d_z", "d_av", "cliffs_delta"}


def test_a_run_without_a_labelled_passage_has_a_note(researcher: Client) -> None:
    labels = LabelSet.objects.get()
    make_labels("far", labels.collection, labels.topic_set, {"q1": {"d1": 1}, "q2": {"d3": 1}})
    asked = {"labels": "old,far", "measures": "P@1"}
    of_old, of_far = [block["notes"] for block in ask(researcher, **asked).json()["blocks"]]
    assert [len(of_old), len(of_far)] == [1, 1]
    assert "r2 ranked down to rank 1 has a label under far: it scores like an empty" in of_far[0]


@pytest.mark.parametrize(
    ("asked", "status", "code", "field"),
    [
        ({"runs": "r9"}, 404, "not_found", "run"),
        ({"measures": "RR@10,nope@10"}, 400, "unknown_measure", "measures.nope@10"),
        ({"test": "coin"}, 400, "invalid", "test"),
        ({"runs": "r2,r2"}, 400, "invalid", "runs"),
        ({"permutations": "1000000000"}, 400, "invalid", "permutations"),
        ({"baseline_labels": "old"}, 400, "not_one_baseline", None),
        ({"test": "equivalence"}, 400, "test_impossible", None),
    ],
)
def test_a_wrong_question_is_answered_with_a_code(
    asked: dict[str, str], status: int, code: str, field: str | None, researcher: Client
) -> None:
    answer = ask(researcher, **asked)
    data = answer.json()
    assert (answer.status_code, data["code"]) == (status, code)
    assert next(iter(data.get("fields", ())), None) == field


def label(name: str, *relevances: dict[str, int], min_relevance: int = 1) -> None:
    """More labels of the first topics."""
    run, topics = Run.objects.get(name="r1"), ("q1", "q2")
    labels = dict(zip(topics, relevances, strict=False))
    make_labels(name, run.collection, run.topic_set, labels, min_relevance=min_relevance)


def test_label_sets_that_call_the_same_passages_relevant_are_reported(researcher: Client) -> None:
    """Each by its own threshold, whatever else it judges."""
    label("graded", {"d1": 3, "d2": 1}, {"d2": 2, "d3": 0}, min_relevance=2)
    label("wide", {"d1": 1, "d2": 1}, {"d2": 1})
    asked = {"labels": "old,wide,graded", "measures": "RR@10,nDCG@10,P@2"}
    answer = ask(researcher, **asked).json()
    alike = [{"labels": ["old", "graded"], "measures": ["RR@10", "P@2"]}]
    assert answer["same_relevant"] == alike
    shown = {block["labels"]: block["rows"] for block in answer["blocks"]}
    assert [shown["old"][0], shown["old"][2]] == [shown["graded"][0], shown["graded"][2]]


def test_only_topics_that_are_compared_tell_labels_apart(researcher: Client) -> None:
    label("other", {"d1": 1}, {"d3": 1})
    label("first", {"d1": 1})
    themselves = {"runs": "r2", "measures": "RR@10", "baseline_labels": "old"}
    data = [
        [group["labels"] for group in post(researcher, "comparison", asked).json()["same_relevant"]]
        for asked in (
            {**ASKED, "labels": "old,other"},
            {**ASKED, "labels": "old,other,first"},
            {**themselves, "labels": "other", "only_topics_of": "first"},
        )
    ]
    assert data == [[], [["old", "other", "first"]], [["old", "other"]]]


@pytest.mark.parametrize("path", ["", "/order", "/topic-plan", "/bounds", "/verdict"])
def test_what_nobody_asked_for_is_not_there_to_be_read(path: str, researcher: Client) -> None:
    points = {
        "/order": {"measure": "AP", "format": "csv"},
        "/topic-plan": POINT | {"label_set": "old"},
        "/bounds": {"measure": "RR@10"},
    }
    answer = researcher.get(f"/api/comparison{path}", {**ASKED, **points.get(path, {})})
    assert (answer.status_code, answer.json()["code"]) == (404, "comparison_unknown")


@pytest.fixture
def fresh(rita: User) -> LabelSet:
    """Labels derived from an open campaign in which rita judges."""
    old = LabelSet.objects.get()
    pool = make_pool("p", old.collection, old.topic_set)
    campaign = make_campaign(pool=pool, state=CampaignState.OPEN)
    make_member(campaign, rita)
    return derive_like(old, campaign, "fresh")


def test_an_assessor_of_an_open_campaign_does_not_see_what_rests_on_it(
    researcher: Client, fresh: LabelSet
) -> None:
    response = ask(researcher, labels=f"old,{fresh}")
    assert (response.status_code, response.json()["code"]) == (403, "permission_denied")


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("comparison", {"labels": "old", "baseline_labels": "fresh"}),
        ("comparison", {"labels": "old", "baseline": "r1", "only_topics_of": "fresh"}),
        ("comparison/topic-plan", {"labels": "fresh", "baseline": "r1", **POINT}),
        ("scores", {"labels": "fresh"}),
        ("scores", {"labels": "old", "only_topics_of": "fresh"}),
        ("comparison/systems", {"labels": "fresh", "method": "tukey"}),
    ],
)
def test_nothing_that_is_worked_out_of_hidden_labels_is_shown(
    path: str, asked: dict[str, str], researcher: Client, fresh: LabelSet
) -> None:
    response = researcher.get(f"/api/{path}", {"runs": "r1,r2", "measures": "RR@10", **asked})
    assert (response.status_code, response.json()["code"]) == (403, "permission_denied")


@pytest.mark.parametrize(
    "named",
    [
        {"fallback": {"name": "fresh"}},
        {"only_topics_of": {"name": "fresh"}},
        {"design": {"n": 2, "ideal_of": {"name": "fresh"}}},
        {"design": {"n": 2, "predicted_by": {"name": "fresh"}}},
    ],
)
def test_labels_of_another_campaign_that_name_hidden_ones_are_hidden_too(
    named: dict[str, Any], researcher: Client, fresh: LabelSet
) -> None:
    pool = make_pool("other", fresh.collection, fresh.topic_set)
    closed = make_campaign("closed", pool, state=CampaignState.CLOSED)
    between = derive_like(fresh, closed, "between", **named)
    derive_like(fresh, closed, "after", fallback={"name": between.name})
    for name in ("between", "after"):
        assert ask(researcher, labels=name).status_code == 403
