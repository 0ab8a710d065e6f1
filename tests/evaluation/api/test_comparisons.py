from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.models import Campaign, CampaignState, LabelSet
from evaluation.api.comparison_serializers import ComparisonSerializer
from ranking.models import Run
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_member,
    make_pool,
    make_run,
    make_topics,
)

pytestmark = pytest.mark.django_db

ASKED = {"baseline": "r1", "runs": "r2", "labels": "old", "measures": "RR@10,MFR@10"}
POINT = {"measure": "RR@10", "run": "r2", "label_set": "fresh"}


@pytest.fixture(autouse=True)
def ground(db: None) -> None:
    collection, topic_set = make_collection(), make_topics()
    make_run("r1", collection, topic_set, {"q1": ["d1", "d2"], "q2": ["d3", "d2"]})
    make_run("r2", collection, topic_set, {"q1": ["d2", "d1"]})
    make_labels("old", collection, topic_set, {"q1": {"d1": 1}, "q2": {"d2": 1}})


def post(client: Client, asked: dict[str, str]) -> Any:
    return client.post("/api/comparison", asked, content_type="application/json")


def ask(client: Client, **asked: str) -> Any:
    return post(client, {**ASKED, **asked})


@pytest.fixture
def researcher(rita: User, client: Client) -> Client:
    client.force_login(rita)
    return client


def test_a_comparison_holds_a_block_for_each_label_set(researcher: Client) -> None:
    answer = ask(researcher).json()
    [block] = answer["blocks"]
    assert (block["labels"], block["n_topics"], answer["n_tests"]) == ("old", 2, 2)


def test_a_comparison_is_read_as_it_was_frozen(researcher: Client) -> None:
    asked = ask(researcher).json()
    assert researcher.get("/api/comparison", ASKED).json() == asked


def label(name: str, *relevances: dict[str, int], min_relevance: int = 1) -> None:
    """More labels of the first topics."""
    run, topics = Run.objects.get(name="r1"), ("q1", "q2")
    labels = dict(zip(topics, relevances, strict=False))
    make_labels(name, run.collection, run.topic_set, labels, min_relevance=min_relevance)


def test_label_sets_that_call_the_same_passages_relevant_are_told(researcher: Client) -> None:
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
    told = [
        [group["labels"] for group in post(researcher, asked).json()["same_relevant"]]
        for asked in (
            {**ASKED, "labels": "old,other"},
            {**ASKED, "labels": "old,other,first"},
            {**themselves, "labels": "other", "only_topics_of": "first"},
        )
    ]
    assert told == [[], [["old", "other", "first"]], [["old", "other"]]]


@pytest.mark.parametrize("path", ["", ".csv", ".tex", "/topics"])
def test_what_nobody_asked_for_is_not_there_to_be_read(path: str, researcher: Client) -> None:
    question = {**ASKED, **POINT, "label_set": "old"}
    answer = researcher.get(f"/api/comparison{path}", question)
    assert (answer.status_code, answer.json()["code"]) == (404, "comparison_unknown")
    assert "sends the question to /api/comparison by POST" in answer.json()["detail"]


def test_a_row_tells_its_direction(researcher: Client) -> None:
    [block] = ask(researcher).json()["blocks"]
    assert [row["lower_is_better"] for row in block["rows"]] == [False, True]


def test_unjudged_shares_stand_beside_scores(researcher: Client) -> None:
    [block] = ask(researcher).json()["blocks"]
    [unjudged] = block["unjudged"]
    assert unjudged == {
        "cutoff": 10,
        "shares": [{"run": "r1", "share": 0.5}, {"run": "r2", "share": 0.5}],
    }


def test_topic_by_topic_values_can_be_asked_for(researcher: Client) -> None:
    asked = {**ASKED, "measure": "RR@10", "run": "r2", "label_set": "old"}
    ask(researcher)
    topics = researcher.get("/api/comparison/topics", asked).json()["topics"]
    assert [(t["query_id"], t["difference"]) for t in topics] == [("q1", -0.5), ("q2", -0.5)]


@pytest.mark.parametrize(
    ("ending", "first"), [("csv", b"labels,simulated,measure"), ("tex", b"% 2 topics")]
)
def test_the_table_can_be_downloaded(ending: str, first: bytes, researcher: Client) -> None:
    ask(researcher)
    response = researcher.get(f"/api/comparison.{ending}", ASKED)
    assert response.content.startswith(first)
    assert response["Content-Disposition"] == f'attachment; filename="comparison.{ending}"'


def test_a_run_called_like_a_formula_is_a_text_in_the_download(researcher: Client) -> None:
    Run.objects.filter(name="r2").update(name="=1+1")
    ask(researcher, runs="=1+1")
    text = researcher.get("/api/comparison.csv", ASKED | {"runs": "=1+1"}).content.decode()
    runs = {row["run"] for row in csv.DictReader(io.StringIO(text))}
    assert runs == {"'=1+1"}


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"runs": "r9"}, "not_found"),
        ({"measures": "nope@10"}, "measure_refused"),
        ({"baseline": ""}, "invalid"),
        ({"test": "coin"}, "invalid"),
        ({"labels": ""}, "invalid"),
        ({"runs": ","}, "invalid"),
        ({"runs": "r2,r2"}, "invalid"),
        ({"runs": "r2\0"}, "invalid"),
        ({"baseline_labels": "old"}, "not_comparable"),
        ({"test": "equivalence"}, "test_refused"),
        ({"correction": "coin"}, "invalid"),
        ({"permutations": "1000000000"}, "invalid"),
    ],
)
def test_a_wrong_question_is_answered_with_a_code(
    asked: dict[str, str], code: str, researcher: Client
) -> None:
    assert ask(researcher, **asked).json()["code"] == code


def test_a_measure_that_cannot_be_read_is_named_by_its_field(researcher: Client) -> None:
    answer = ask(researcher, measures="RR@10,nope@10").json()
    assert list(answer["fields"]) == ["measures.nope@10"]


def test_corrected_p_values_stand_beside_the_plain_ones(researcher: Client) -> None:
    answer = ask(researcher, correction="bonferroni").json()
    cells = [row["cells"][0] for row in answer["blocks"][0]["rows"]]
    assert (answer["correction"], answer["n_corrected"]) == ("bonferroni", 2)
    assert [cell["p_adjusted"] for cell in cells] == [
        min(1.0, 2 * cell["p_value"]) for cell in cells
    ]


def test_a_row_says_whether_its_measure_is_tested(researcher: Client) -> None:
    [block] = ask(researcher, measures="RR@10,Judged@10,NumRet").json()["blocks"]
    assert [row["is_tested"] for row in block["rows"]] == [True, False, False]


def test_the_options_of_a_test_are_told_back(researcher: Client) -> None:
    told = ask(researcher, test="equivalence", bound="0.1", seed="3").json()["test_options"]
    assert (told["bound"], told["seed"]) == (0.1, 3)


def test_effect_sizes_come_when_asked_for(researcher: Client) -> None:
    answer = ask(researcher, effect_sizes="true").json()
    effects = answer["blocks"][0]["rows"][0]["cells"][0]["effects"]
    assert {effect["name"] for effect in effects} == {"d_z", "d_av", "cliffs_delta"}


def test_a_disputed_measure_says_so(researcher: Client) -> None:
    [block] = ask(researcher).json()["blocks"]
    assert [row["caution"] is None for row in block["rows"]] == [False, True]


def test_who_is_no_researcher_is_refused(mallory: User, client: Client) -> None:
    client.force_login(mallory)
    assert ask(client).status_code == 403


@pytest.fixture
def fresh(rita: User) -> LabelSet:
    """Labels derived from an open campaign in which rita judges."""
    old = LabelSet.objects.get()
    pool = make_pool("p", old.collection, old.topic_set)
    campaign = make_campaign(pool=pool, state=CampaignState.OPEN)
    make_member(campaign, rita)
    return derived("fresh", campaign)


def derived(name: str, campaign: Campaign, **policy: object) -> LabelSet:
    pool = campaign.pool
    return LabelSet.objects.create(
        name=name,
        collection=pool.collection,
        topic_set=pool.topic_set,
        source="derived",
        campaign=campaign,
        policy=policy,
        scale=[0, 1],
        min_relevance=1,
    )


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
        ("comparison/topics", {"labels": "fresh", "baseline": "r1", **POINT}),
        ("scores", {"labels": "fresh"}),
        ("scores", {"labels": "old", "only_topics_of": "fresh"}),
        ("rank-correlation", {"labels": "old,fresh"}),
        ("systems", {"labels": "fresh", "method": "tukey"}),
        ("topic-plan", {"labels": "fresh", "measure": "RR@10"}),
    ],
)
def test_nothing_that_is_worked_out_of_hidden_labels_is_shown(
    path: str, asked: dict[str, str], researcher: Client, fresh: LabelSet
) -> None:
    response = researcher.get(f"/api/{path}", {"runs": "r1,r2", "measures": "RR@10", **asked})
    assert (response.status_code, response.json()["code"]) == (403, "permission_denied")


@pytest.mark.parametrize("key", ["fallback", "only_topics_of"])
def test_labels_of_another_campaign_that_name_hidden_ones_are_hidden_too(
    key: str, researcher: Client, fresh: LabelSet
) -> None:
    pool = make_pool("other", fresh.collection, fresh.topic_set)
    closed = make_campaign("closed", pool, state=CampaignState.CLOSED)
    between = derived("between", closed, **{key: {"name": fresh.name}})
    derived("after", closed, fallback={"name": between.name})
    for name in ("between", "after"):
        assert ask(researcher, labels=name).status_code == 403


def test_missing_topics_of_the_baseline_are_told(researcher: Client) -> None:
    [block] = ask(researcher, baseline="r2", runs="r1").json()["blocks"]
    assert [row["baseline_n_missing"] for row in block["rows"]] == [1, 1]


def test_the_answer_is_as_its_serializer_describes_it(researcher: Client) -> None:
    """It is sent without a copy by the serializer, which makes the API's description."""
    answer = ask(researcher, effect_sizes="1", correction="holm").json()
    assert json.loads(json.dumps(ComparisonSerializer(answer).data)) == answer
