"""Where runs rank a passage."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from django.test import Client

from ranking.models import Collection, Ranking, Run, RunStatus, TopicSet
from tests.evaluation.asking import got, n_queries
from tests.factories import (
    make_collection,
    make_labels,
    make_run,
    make_topics,
    make_variant,
)

pytestmark = pytest.mark.django_db
Ground = tuple[Collection, TopicSet]
QUERIES = {f"q{n}": f"query {n}" for n in range(1, 4)}


@pytest.fixture
def ground() -> Ground:
    ground = make_collection(texts=dict.fromkeys("abcde", "A text.")), make_topics(queries=QUERIES)
    make_run("one", *ground, {"q1": "abc", "q2": "c", "q3": "ba"})
    make_run("two", *ground, {"q1": "ca", "q2": "bac"})
    return ground


def ranked(client: Client, doc_id: str = "c", **asked: Any) -> dict[str, Any]:
    query = {"collection": "trees", "doc_id": doc_id} | asked
    return got(client, "passage/rankings", query)


def ranks(found: dict[str, Any]) -> dict[str, list[tuple[str, int]]]:
    return {
        topic["query_id"]: [(row["run"], row["rank"]) for row in topic["runs"]]
        for topic in found["rows"]
    }


def test_topics_come_by_best_rank_with_their_runs(ground: Ground, researcher: Client) -> None:
    found = ranked(researcher)
    assert ranks(found) == {"q1": [("two", 1), ("one", 3)], "q2": [("one", 1), ("two", 3)]}
    assert list(ranks(ranked(researcher, "a"))) == ["q1", "q2", "q3"]
    counts = {key: found[key] for key in ("depth", "n", "n_runs", "n_rankings", "n_pages")}
    assert counts == {"depth": 100, "n": 2, "n_runs": 2, "n_rankings": 4, "n_pages": 1}
    assert found["rows"][0]["query"] == "query 1"
    assert found["rows"][0]["runs"][1]["score"] == 1.0
    assert ranked(researcher, "e")["rows"] == []


def test_labels_stand_beside_each_topic(ground: Ground, researcher: Client) -> None:
    make_labels("old", *ground, {"q1": {"a": 1, "c": 2}, "q2": {"a": 1}, "q3": {"c": 1}})
    make_labels("new", *ground, {"q1": {"c": 0}})
    first, second = ranked(researcher)["rows"]
    assert first["labels"] == [
        {"label_set": "new", "relevance": 0, "min_relevance": 1},
        {"label_set": "old", "relevance": 2, "min_relevance": 1},
    ]
    assert second["labels"] == []


def test_variants_are_topics_of_their_own_under_labels_of_the_original(
    ground: Ground, researcher: Client
) -> None:
    variant = make_variant("loud", ground[1])
    make_run("over-loud", ground[0], variant, {"q3": "abc"})
    make_labels("old", *ground, {"q3": {"c": 2}})
    found = ranked(researcher, topic_set="loud")
    assert ranks(found) == {"q3": [("over-loud", 3)]}
    assert found["rows"][0]["query"] == "QUERY 3"
    assert [one["relevance"] for one in found["rows"][0]["labels"]] == [2]
    sets = [{"name": "loud", "n_topics": 1}, {"name": "needs", "n_topics": 2}]
    assert found["topic_sets"] == sets
    assert ranked(researcher)["n"] == 3


def test_labels_of_the_original_serve_a_variant_of_the_passages(
    ground: Ground, researcher: Client
) -> None:
    noisy = make_collection("noisy", texts=dict.fromkeys("abcde", "A txet."))
    recipe = {"parent": ground[0], "recipe": {"kind": "swap_characters"}, "seed": 1}
    Collection.objects.filter(pk=noisy.pk).update(**recipe)
    make_run("over-noise", Collection.objects.get(pk=noisy.pk), ground[1], {"q1": "c"})
    make_labels("old", *ground, {"q1": {"c": 2}})
    found = ranked(researcher, collection="noisy")
    assert ranks(found) == {"q1": [("over-noise", 1)]}
    assert [one["relevance"] for one in found["rows"][0]["labels"]] == [2]
    make_labels("of-noise", Collection.objects.get(pk=noisy.pk), ground[1], {"q1": {"c": 1}})
    assert [one["label_set"] for one in ranked(researcher)["rows"][0]["labels"]] == ["old"]


def test_only_the_first_hundred_of_complete_runs_count(ground: Ground, researcher: Client) -> None:
    Run.objects.filter(name="two").update(status=RunStatus.COMPUTING)
    texts = {f"d{n}": "A text." for n in range(102)}
    far = make_collection("far", texts=texts)
    make_run("long", far, ground[1], {"q1": list(texts)})
    assert ranks(ranked(researcher)) == {"q2": [("one", 1)], "q1": [("one", 3)]}
    hundredth = ranked(researcher, "d99", collection="far")
    assert ranks(hundredth) == {"q1": [("long", 100)]}
    assert ranked(researcher, "d100", collection="far")["rows"] == []


def test_bytes_that_look_like_an_ordinal_are_none(researcher: Client) -> None:
    """1, 0 and 256 share bytes: the ones of 1 stand astride 0 and 256."""
    collection = make_collection(texts={f"d{n}": "A text." for n in range(300)})
    needs = make_topics(queries=QUERIES)
    run = make_run("one", collection, needs, {})
    arrays = {"q1": [256, 0, 65_536], "q2": [7, 256, 1]}
    for query_id, ordinals in arrays.items():
        topic = needs.topics.get(query_id=query_id)
        scores = np.arange(3.0)[::-1]
        Ranking.objects.create(
            run=run, topic=topic, ordinals=np.array(ordinals, np.int32), scores=scores
        )
    assert ranks(ranked(researcher, "d1")) == {"q2": [("one", 3)]}
    assert ranks(ranked(researcher, "d0")) == {"q1": [("one", 2)]}


def test_topics_come_twenty_a_page(researcher: Client) -> None:
    needs = make_topics(queries={f"q{n}": "query" for n in range(45)})
    make_run("one", make_collection(), needs, {f"q{n}": ["d1"] for n in range(45)})
    found = ranked(researcher, "d1", page=3)
    assert list(ranks(found)) == [f"q{n}" for n in range(40, 45)]
    assert (found["n"], found["n_pages"]) == (45, 3)


def test_an_unknown_topic_set_is_not_found(ground: Ground, researcher: Client) -> None:
    asked = {"collection": "trees", "doc_id": "a", "topic_set": "none"}
    answer = researcher.get("/api/passage/rankings", asked)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_more_runs_topics_and_labels_take_no_more_queries(researcher: Client) -> None:
    def queries(n: int) -> int:
        ground = (
            make_collection(f"of-{n}"),
            make_topics(f"of-{n}", {f"q{i}": "query" for i in range(n)}),
        )
        rankings = {f"q{i}": ["d1", "d2"] for i in range(n)}
        for i in range(n):
            make_run(f"run-{n}-{i}", *ground, rankings)
            make_labels(f"labels-{n}-{i}", *ground, {"q1": {"d1": 1}})
        return n_queries(lambda: ranked(researcher, "d1", collection=f"of-{n}"))

    assert queries(2) == queries(50)
