from __future__ import annotations

import csv
from io import StringIO
from typing import Any

import pytest
from django.test import Client

from evaluation.api.study_serializers import StudyRequestSerializer
from evaluation.models import Study, TopicScores
from ranking.models import Run, TopicSet
from tests.evaluation.asking import post
from tests.evaluation.labelled import derive_like
from tests.evaluation.studies.study_cases import make_ground, make_read_study
from tests.factories import make_campaign, make_labels, make_member, make_pool, make_user

BODY: dict[str, Any] = {
    "name": "noise",
    "topics": "needs",
    "collection": "trees",
    "labels": "trec",
    "measures": "RR@10",
    "variants": [{"texts": "queries", "recipe": "typos-queries-swap_characters-one"}],
    "rankers": [
        {"name": "BM25", "ranker": "bm25", "depth": 10},
        {"name": "RM3", "rm3": {}, "depth": 10},
        {"name": "dot", "ranker": "bert-dot", "reranks": "BM25", "depth": 2},
    ],
}
READ: dict[str, str] = {"name": "noise"}
CSV = {"format": "csv"}
VARIANT_OF = {path: {"variant": "Louder"} for path in ("topics", "failures")}


def rows(answer: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(answer.content.decode())))


@pytest.mark.django_db
def test_a_study_is_started_and_watched(researcher: Client) -> None:
    make_ground()
    cost = post(researcher, "studies/preview", BODY).json()
    assert (cost["n_runs"], cost["to_make"][0]["n_texts"]) == (6, 3)
    begun = post(researcher, "studies", BODY)
    assert (begun.status_code, begun.json()["status"]) == (202, "running")
    assert begun.json()["started_by"] == "rita"
    shown = researcher.get("/api/studies/one", READ).json()
    assert (shown["status"], shown["n_done"], shown["n_runs"]) == ("running", 0, 6)
    assert [ranker["about"] for ranker in shown["rankers"]] == [
        "BM25, depth 10",
        "BM25 with RM3, depth 10",
        "BERT bi-encoder, re-ranks the first 2 of BM25",
    ]
    [listed] = researcher.get("/api/studies").json()
    assert (listed["n_variants"], listed["n_rankers"], listed["n_done"]) == (1, 3, 0)


@pytest.mark.django_db
def test_what_a_study_is_read_as_follows_from_the_request(researcher: Client) -> None:
    study = make_read_study()
    make_labels("strict", study.collection, study.topic_set, {"q1": {"d1": 1}})
    plain = researcher.get("/api/studies/table", READ | {"letters": "true"}).json()
    assert (plain["labels"], plain["test"], plain["n_topics"]) == ("trec", "t", 3)
    assert [line["title"] for line in plain["lines"]] == ["Original", "[Q] capitals", "Louder"]
    assert [len(line["cells"]) for line in plain["lines"]] == [2, 2, 2]
    asked = {"labels": "strict", "measures": "P@1", "test": "t", "correction": "bh", "by": "kind"}
    other = researcher.get("/api/studies/table", {**READ, **asked}).json()
    assert (other["labels"], other["test"], other["correction"]) == ("strict", "t", "bh")
    assert (other["n_topics"], other["measures"][0]["name"]) == (1, "P@1")
    assert [line["n_variants"] for line in other["lines"]] == [1, 2]


@pytest.mark.django_db
def test_files_hold_what_the_page_shows(researcher: Client) -> None:
    make_read_study()
    of_line = {**READ, "variant": "[Q] capitals"}
    table = rows(researcher.get("/api/studies/table", {**READ, **CSV}))
    assert [row["ranker"] for row in table] == ["one", "two"] * 3
    topics = rows(researcher.get("/api/studies/topics", {**of_line, **CSV}))
    shown = researcher.get("/api/studies/topics", of_line).json()
    assert [float(row["difference"]) for row in topics] == [
        value for topic in shown["topics"] for value in topic["differences"]
    ]
    failures = rows(researcher.get("/api/studies/failures", {**of_line, **CSV}))
    page = researcher.get("/api/studies/failures", of_line).json()
    assert [row["query_id"] for row in failures] == [f["query_id"] for f in page["rows"]]
    latex = researcher.get("/api/studies/table", {**READ, "format": "tex"})
    assert r"\begin{tabular}" in latex.content.decode()


@pytest.mark.django_db
def test_reading_stores_nothing(researcher: Client) -> None:
    make_read_study()
    for path in ("table", "topics", "failures"):
        asked = {**READ, **VARIANT_OF.get(path, {})}
        for chosen in ({}, CSV):
            assert researcher.get(f"/api/studies/{path}", asked | chosen).status_code == 200
    assert not TopicScores.objects.exists()


# What is asked, the field at fault and what names the fault in it.
REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "the name of a page": ({"name": "new"}, "name", "new"),
    "a ranker without a name": ({"rankers": [{"ranker": "bm25"}]}, "rankers", "a name"),
    "a ranker without a word": ({"rankers": [{"name": "DPR"}]}, "rankers", "DPR"),
    "no runs": ({"rankers": [{"name": "DPR", "runs": []}]}, "rankers", "list"),
    "a name that nothing stores": (
        {"rankers": [{"name": "a\0b", "ranker": "bm25"}]},
        "rankers",
        "Null characters",
    ),
    "runs that re-rank": (
        {"rankers": [{"name": "a", "runs": ["r"], "reranks": "b"}]},
        "rankers",
        "reranks",
    ),
    "runs and a ranker": (
        {"rankers": [{"name": "a", "runs": ["r"], "k1": 1}]},
        "rankers",
        "k1",
    ),
    "a test that marks nothing": ({"test": "equivalence"}, "test", "equivalence"),
    "an unknown field": ({"rankers": [{"name": "a", "k9": 1}]}, "rankers", "k9"),
    "its own ground": (
        {"rankers": [{"name": "a", "topic_set": "x"}]},
        "rankers",
        "topic_set",
    ),
    "an unknown ranker": ({"rankers": [{"name": "a", "ranker": "x"}]}, "rankers", '"x"'),
    "k1 out of range": ({"rankers": [{"name": "a", "k1": -1}]}, "rankers", "k1"),
    "bm25 that re-ranks": (
        {"rankers": [{"name": "a", "reranks": "b"}]},
        "rankers",
        "re-ranks",
    ),
    "texts without a recipe": ({"variants": [{"texts": "queries"}]}, "variants", "recipe"),
    "a recipe for texts that are there": (
        {"variants": [{"topics": "x", "texts": "queries", "recipe": "y"}]},
        "variants",
        "recipe",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_bad_request_is_refused_by_its_field(case: str) -> None:
    changes, field, fault = REFUSED[case]
    request = StudyRequestSerializer(data={**BODY, **changes})
    assert not request.is_valid()
    assert list(request.errors) == [field]
    assert fault in str(request.errors)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("recipe", "fault"),
    [
        ({"kind": "lemmatize", "amount": 1.0, "wordnet": "/etc"}, "a folder of the server"),
        ({"kind": "custom", "name": "x"}, "its own code"),
    ],
)
def test_what_reads_the_server_is_refused_and_stores_nothing(
    recipe: dict[str, Any], fault: str, researcher: Client
) -> None:
    make_ground()
    body = {**BODY, "variants": [{"texts": "queries", "recipe": recipe}]}
    for path in ("studies", "studies/preview"):
        answer = post(researcher, path, body)
        assert (answer.status_code, fault in str(answer.json())) == (400, True), answer.json()
    assert not Study.objects.exists()
    assert TopicSet.objects.count() == 1


@pytest.mark.django_db
def test_a_study_is_steered(researcher: Client) -> None:
    make_ground()
    post(researcher, "studies", BODY)
    for action, status in (("pause", "paused"), ("resume", "running"), ("cancel", "cancelled")):
        answer = post(researcher, "studies/steer", {**READ, "action": action})
        assert answer.json()["status"] == status
    refused = post(researcher, "studies/steer", {**READ, "action": "pause"})
    assert (refused.status_code, refused.json()["code"]) == (400, "study_over")
    assert not Run.objects.exists()


@pytest.mark.django_db
def test_labels_of_a_campaign_that_one_assesses_are_not_shown() -> None:
    study = make_read_study()
    pool = make_pool(collection=study.collection, topic_set=study.topic_set)
    campaign = make_campaign(pool=pool)
    user = make_user("ann", "ranking.may_research")
    make_member(campaign, user)
    derive_like(study.label_set, campaign, "own")
    client = Client()
    client.force_login(user)
    assert client.get("/api/studies/one", READ).json()["label_sets"] == ["trec"]
    for path in ("table", "topics", "failures"):
        asked = {**READ, "labels": "own", **VARIANT_OF.get(path, {})}
        for chosen in ({}, CSV):
            assert client.get(f"/api/studies/{path}", asked | chosen).status_code == 403
