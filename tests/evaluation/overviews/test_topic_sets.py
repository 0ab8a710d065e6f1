"""A topic set's page: facts, and its topics with labels and runs."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from ranking.models import Run, RunStatus
from tests.evaluation.asking import got, n_queries
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_pool,
    make_run,
    make_topics,
    make_variant,
)

pytestmark = pytest.mark.django_db
QUERIES = {"q1": "how long do spruces live", "q2": "do firs have cones", "q10": "Larch"}


@pytest.fixture
def researcher(researcher: Client) -> Client:
    ground = make_collection(), make_topics(queries=QUERIES)
    make_run("a", *ground, {"q1": ["d1"], "q2": ["d1"]})
    make_run("b", *ground, {"q1": ["d1"]})
    make_labels("old", *ground, {"q2": {"d1": 1, "d2": 2}, "q10": {"d1": 0, "d2": 0, "d3": 1}})
    return researcher


def show(client: Client, **asked: Any) -> dict[str, Any]:
    return _got(client, "one", **asked)


def topics(client: Client, **asked: Any) -> dict[str, Any]:
    return _got(client, "topics", **asked)


def _got(client: Client, which: str, **asked: Any) -> dict[str, Any]:
    return got(client, f"topic-sets/{which}", {"name": "needs"} | asked)


def ids(given: dict[str, Any]) -> list[str]:
    return [row["query_id"] for row in given["rows"]]


def test_it_shows_itself_and_what_there_is_over_it(researcher: Client) -> None:
    shown = show(researcher)
    assert (shown["n_topics"], shown["runs"], shown["n_runs"]) == (3, ["a", "b"], 2)
    assert (shown["words"]["min"], shown["words"]["max"]) == (1, 5)
    assert shown["label_sets"] == ["old"]
    run = Run.objects.get(name="a")
    make_campaign(pool=make_pool("pool", run.collection, run.topic_set))
    assert show(researcher)["n_campaigns"] == 1


def test_labels_of_an_ancestor_serve_a_variant(researcher: Client) -> None:
    needs = Run.objects.get(name="a").topic_set
    make_variant("loud", needs)
    shown = show(researcher, name="loud")
    assert (shown["label_sets"], shown["runs"]) == (["old"], [])
    assert shown["lineage"]["original"] == "needs"
    rows = topics(researcher, name="loud", labels="old")["rows"]
    assert [(row["n_judged"], row["n_runs"]) for row in rows] == [(0, 0), (2, 0), (3, 0)]


def test_a_topic_comes_with_its_labels_runs_and_type(researcher: Client) -> None:
    first, second, _ = topics(researcher, labels="old")["rows"]
    assert (first["query_id"], first["query"]) == ("q1", QUERIES["q1"])
    assert (first["answer_type"], first["answer_kind"]) == ("NUM", "period")
    assert (first["n_judged"], first["n_relevant"], first["n_runs"]) == (0, 0, 2)
    assert (second["n_judged"], second["n_relevant"], second["n_runs"]) == (2, 2, 1)
    shown = topics(researcher)
    assert (shown["labels"], shown["rows"][1]["n_judged"]) == (None, None)


def test_runs_under_way_are_not_counted(researcher: Client) -> None:
    Run.objects.filter(name="a").update(status=RunStatus.COMPUTING)
    assert [row["n_runs"] for row in topics(researcher)["rows"]] == [1, 0, 0]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, ["q1", "q2", "q10"]),
        ({"sort": "query"}, ["q2", "q1", "q10"]),
        ({"sort": "n_judged", "labels": "old"}, ["q10", "q2", "q1"]),
        ({"sort": "n_relevant", "labels": "old"}, ["q2", "q10", "q1"]),
        ({"search": "q1"}, ["q1", "q10"]),
        ({"search": "FIR cone"}, ["q2"]),
        ({"search": "fir larch"}, []),
    ],
)
def test_topics_are_sorted_and_sought(
    researcher: Client, asked: dict[str, str], found: list[str]
) -> None:
    shown = topics(researcher, **asked)
    assert (ids(shown), shown["n"]) == (found, len(found))


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"name": "wishes"}, 404, "not_found"),
        ({"sort": "n_judged"}, 400, "invalid"),
        ({"labels": "none"}, 404, "not_found"),
        ({"labels": "far-labels"}, 400, "other_topic_set"),
    ],
)
def test_what_cannot_be_listed_is_refused(
    researcher: Client, asked: dict[str, str], status: int, code: str
) -> None:
    far = make_topics("far")
    make_labels("far-labels", make_collection("far-trees"), far, {"q1": {"d1": 1}})
    answer = researcher.get("/api/topic-sets/topics", {"name": "needs"} | asked)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("which", [show, topics])
def test_more_topics_and_runs_take_no_more_queries(researcher: Client, which: Any) -> None:
    def queries(n: int) -> int:
        collection = make_collection(f"trees-{n}")
        needs = make_topics(f"of-{n}", {f"q{i}": f"query {i}" for i in range(n)})
        rankings = {f"q{i}": ["d1"] for i in range(n)}
        for i in range(n):
            make_run(f"run-{n}-{i}", collection, needs, rankings)
        make_labels(f"of-{n}", collection, needs, {f"q{i}": {"d1": 1} for i in range(n)})
        asked = {"labels": f"of-{n}"} if which == topics else {}
        return n_queries(lambda: which(researcher, name=f"of-{n}", **asked))

    assert queries(2) == queries(50)
