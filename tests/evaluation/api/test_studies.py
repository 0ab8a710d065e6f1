from __future__ import annotations

import csv
from io import StringIO
from typing import Any

import pytest
from django.test import Client

from annotation.models import LabelSet
from evaluation.models import Study, TopicScores
from evaluation.studies.here_and_now import run_study_now
from ranking.models import Run, TopicSet
from tests.evaluation.studies.study_cases import make_ground, make_read_study
from tests.factories import make_campaign, make_labels, make_member, make_pool, make_user

pytestmark = pytest.mark.django_db(transaction=True)

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


@pytest.fixture
def researcher() -> Client:
    client = Client()
    client.force_login(make_user("rita", "ranking.may_research"))
    return client


def post(client: Client, path: str, body: dict[str, Any]) -> Any:
    return client.post(f"/api/{path}", body, content_type="application/json")


def rows(answer: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(answer.content.decode())))


def test_a_study_is_started_watched_and_read(researcher: Client) -> None:
    make_ground()
    cost = post(researcher, "studies/preview", BODY).json()
    assert (cost["n_runs"], cost["to_make"][0]["n_texts"]) == (6, 3)
    begun = post(researcher, "studies", BODY)
    assert (begun.status_code, begun.json()["status"]) == (202, "running")
    assert begun.json()["started_by"] == "rita"
    run_study_now(study=Study.objects.get())
    shown = researcher.get("/api/study", READ).json()
    assert (shown["status"], shown["n_done"], shown["n_runs"]) == ("done", 6, 6)
    assert [ranker["about"] for ranker in shown["rankers"]] == [
        "BM25, depth 10",
        "BM25 with RM3, depth 10",
        "BERT bi-encoder, re-ranks the first 2 of BM25",
    ]
    [listed] = researcher.get("/api/studies").json()
    assert (listed["n_variants"], listed["n_rankers"], listed["n_done"]) == (1, 3, 6)
    table = researcher.get("/api/study/table", {**READ, "letters": "true"}).json()
    assert [line["title"] for line in table["lines"]] == ["Original", "[Q] NeighCharSwap(one)"]
    assert len(table["lines"][1]["cells"]) == 3


def test_what_a_study_is_read_as_follows_from_the_request(researcher: Client) -> None:
    study = make_read_study()
    make_labels("strict", study.collection, study.topic_set, {"q1": {"d1": 1}})
    plain = researcher.get("/api/study/table", READ).json()
    assert (plain["labels"], plain["test"], plain["n_topics"]) == ("trec", "wilcoxon", 3)
    asked = {"labels": "strict", "measures": "P@1", "test": "t", "correction": "bh", "by": "kind"}
    other = researcher.get("/api/study/table", {**READ, **asked}).json()
    assert (other["labels"], other["test"], other["correction"]) == ("strict", "t", "bh")
    assert (other["n_topics"], other["measures"][0]["name"]) == (1, "P@1")
    assert [line["n_variants"] for line in other["lines"]] == [1, 2]


def test_files_hold_what_the_page_shows(researcher: Client) -> None:
    make_read_study()
    of_line = {**READ, "variant": "[Q] capitals"}
    table = rows(researcher.get("/api/study/table.csv", READ))
    assert [row["ranker"] for row in table] == ["one", "two"] * 3
    topics = rows(researcher.get("/api/study/topics.csv", of_line))
    shown = researcher.get("/api/study/topics", of_line).json()
    assert [float(row["difference"]) for row in topics] == [
        value for topic in shown["topics"] for value in topic["differences"]
    ]
    failures = rows(researcher.get("/api/study/failures.csv", of_line))
    page = researcher.get("/api/study/failures", of_line).json()
    assert [row["query_id"] for row in failures] == [f["query_id"] for f in page["failures"]]
    assert r"\begin{tabular}" in researcher.get("/api/study/table.tex", READ).content.decode()


def test_reading_stores_nothing(researcher: Client) -> None:
    make_read_study()
    for path in ("table", "table.csv", "topics", "failures"):
        answer = researcher.get(f"/api/study/{path}", {**READ, "variant": "Louder"})
        assert answer.status_code == 200
    assert not TopicScores.objects.exists()


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "the name of a page": ({"name": "new"}, "choose another"),
    "a ranker without a name": ({"rankers": [{"ranker": "bm25"}]}, "Every ranker has a name"),
    "a ranker without a word": ({"rankers": [{"name": "DPR"}]}, "say how it ranks"),
    "no runs": ({"rankers": [{"name": "DPR", "runs": []}]}, "a list of one name or more"),
    "a name that nothing stores": (
        {"rankers": [{"name": "a\0b", "ranker": "bm25"}]},
        "Null characters are not allowed",
    ),
    "runs that re-rank": (
        {"rankers": [{"name": "a", "runs": ["r"], "reranks": "b"}]},
        "leave out reranks",
    ),
    "a test that marks nothing": ({"test": "equivalence"}, "not a valid choice"),
    "an unknown field": ({"rankers": [{"name": "a", "k9": 1}]}, "a: there is no k9"),
    "its own ground": ({"rankers": [{"name": "a", "topic_set": "x"}]}, "follow from the study"),
    "an unknown ranker": ({"rankers": [{"name": "a", "ranker": "x"}]}, '"x" is not a valid choice'),
    "k1 out of range": ({"rankers": [{"name": "a", "k1": -1}]}, "a: k1: Must be"),
    "bm25 that re-ranks": ({"rankers": [{"name": "a", "reranks": "b"}]}, "re-ranks nothing"),
    "runs and a ranker": ({"rankers": [{"name": "a", "runs": ["r"], "k1": 1}]}, "leave out k1"),
    "texts without a recipe": ({"variants": [{"texts": "queries"}]}, "go together"),
    "a recipe for texts that are there": (
        {"variants": [{"topics": "x", "texts": "queries", "recipe": "y"}]},
        "and not both",
    ),
    "a folder of the server": (
        {
            "variants": [
                {
                    "texts": "queries",
                    "recipe": {"kind": "lemmatize", "amount": 1.0, "wordnet": "/etc"},
                }
            ]
        },
        "a folder of the server",
    ),
    "code of one's own": (
        {"variants": [{"texts": "queries", "recipe": {"kind": "custom", "name": "x"}}]},
        "runs its own code",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_bad_request_gets_a_sentence_and_stores_nothing(researcher: Client, case: str) -> None:
    make_ground()
    changes, sentence = REFUSED[case]
    for path in ("studies", "studies/preview"):
        answer = post(researcher, path, {**BODY, **changes})
        assert (answer.status_code, sentence in str(answer.json())) == (400, True), answer.json()
    assert not Study.objects.exists()
    assert TopicSet.objects.count() == 1


def test_a_study_is_steered(researcher: Client) -> None:
    make_ground()
    post(researcher, "studies", BODY)
    for action, status in (("pause", "paused"), ("resume", "running"), ("cancel", "cancelled")):
        answer = post(researcher, "study/steer", {**READ, "action": action})
        assert answer.json()["status"] == status
    refused = post(researcher, "study/steer", {**READ, "action": "pause"})
    assert (refused.status_code, refused.json()["code"]) == (400, "study_over")
    assert not Run.objects.exists()


def test_labels_of_a_campaign_that_one_assesses_are_not_shown() -> None:
    study = make_read_study()
    pool = make_pool(collection=study.collection, topic_set=study.topic_set)
    campaign = make_campaign(pool=pool)
    user = make_user("ann", "ranking.may_research")
    make_member(campaign, user)
    LabelSet.objects.create(
        name="own",
        collection=study.collection,
        topic_set=study.topic_set,
        source="derived",
        campaign=campaign,
        policy={},
        scale=[0, 1],
        min_relevance=1,
    )
    client = Client()
    client.force_login(user)
    assert client.get("/api/study", READ).json()["label_sets"] == ["trec"]
    for path in ("table", "topics", "failures", "table.csv"):
        asked = {**READ, "labels": "own", "variant": "Louder"}
        assert client.get(f"/api/study/{path}", asked).status_code == 403
