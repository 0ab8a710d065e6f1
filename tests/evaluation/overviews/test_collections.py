"""A collection's page: what is in it and what there is over it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from ranking.collections import collection_overview
from ranking.models import Collection
from ranking.parameters.index_options import PLAIN_INDEX, IndexOptions
from ranking.rankers.indexes import build_lexical_index
from regrade.variants import preset, recipe_of
from tests.evaluation.asking import got, n_queries
from tests.factories import (
    make_campaign,
    make_collection,
    make_collection_variant,
    make_labels,
    make_pool,
    make_run,
    make_topics,
)

pytestmark = pytest.mark.django_db


def show(client: Client, name: str = "trees") -> dict[str, Any]:
    return got(client, "collections/one", {"name": name})


def test_it_shows_what_is_in_it(researcher: Client) -> None:
    texts = {"d1": "one", "d2": "one two three", "d3": None, "d4": "one two"}
    collection = make_collection(texts=texts)
    found = show(researcher)
    assert (found["n_passages"], found["n_without_text"]) == (4, 1)
    assert found["words"] == {
        "n_counted": 3,
        "is_sample": False,
        "min": 1,
        "median": 2.0,
        "mean": 2.0,
        "max": 3,
        "bars": [{"first": n, "last": n, "n": 1} for n in (1, 2, 3)],
    }
    assert [row["doc_id"] for row in found["samples"]] == list(texts)
    assert found["docids_hash"] == collection.docids_hash
    assert found["lineage"]["original"] is None


def test_it_shows_what_there_is_over_it(researcher: Client) -> None:
    ground = make_collection(), make_topics()
    other = make_topics("other")
    make_run("a", *ground, {"q1": ["d1"]})
    make_labels("old", ground[0], other, {"q1": {"d1": 1}})
    make_labels("elsewhere", make_collection("else"), ground[1], {"q1": {"d1": 1}})
    make_campaign(pool=make_pool("pool", *ground))
    found = show(researcher)
    assert (found["n_runs"], found["n_campaigns"], found["label_sets"]) == (1, 1, ["old"])
    assert found["topic_sets"] == ["needs", "other"]


def test_a_large_collection_is_sampled(researcher: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    make_collection(texts={f"d{n}": "word " * (n + 1) for n in range(50)})
    monkeypatch.setattr(collection_overview, "MOST_COUNTED", 20)
    first = show(researcher)
    assert (first["words"]["n_counted"], first["words"]["is_sample"]) == (20, True)
    ordinals = [row["ordinal"] for row in first["samples"]]
    assert (len(ordinals), ordinals) == (10, sorted(ordinals))
    assert show(researcher) == first
    monkeypatch.setattr(collection_overview, "MOST_BYTES", 1_000)  # some 130 bytes each
    assert 1 <= show(researcher)["words"]["n_counted"] < 10


def test_an_empty_collection_has_nothing_to_show(researcher: Client) -> None:
    make_collection(texts={})
    found = show(researcher)
    assert (found["samples"], found["words"]["n_counted"], found["n_passages"]) == ([], 0, 0)


def test_a_variant_shows_where_it_comes_from(researcher: Client) -> None:
    trees = make_collection()
    ready = preset("typos-passages-remove_space-0.1")
    noisy = make_collection_variant(name="noisy", of=trees, recipe=ready, seed=3)
    lower = recipe_of({"kind": "lower_case"})
    make_collection_variant(
        name="lower", of=Collection.objects.get(name=noisy.name), recipe=lower, seed=1
    )
    assert show(researcher, "lower")["lineage"] == {
        "parent": "noisy",
        "original": "trees",
        "recipe": "LowerCase",
        "seed": 1,
        "ancestors": ["noisy", "trees"],
        "variants": [],
    }
    assert show(researcher, "noisy")["lineage"]["recipe"].endswith("with probability 0.1")
    assert show(researcher, "trees")["lineage"]["variants"] == ["noisy"]


def test_a_recipe_of_another_release_is_called_by_its_kind(researcher: Client) -> None:
    of = make_collection("of")
    trees = make_collection()
    Collection.objects.filter(pk=trees.pk).update(parent=of, recipe={"kind": "bolder"}, seed=1)
    assert show(researcher)["lineage"]["recipe"] == "bolder"


def test_kept_indexes_are_reported_with_their_state(researcher: Client) -> None:
    collection = make_collection()
    make_collection("trees-of-others")
    assert show(researcher)["indexes"] == []
    for options in (IndexOptions(stemmer="none"), PLAIN_INDEX):
        build_lexical_index(collection=collection, options=options)
    plain, unstemmed = show(researcher)["indexes"]
    assert (plain["options"], plain["is_ready"], plain["why_not"]) == ("", True, "")
    assert unstemmed["options"] == "--stemmer none"
    assert plain["n_bytes"] > 0
    assert datetime.fromisoformat(plain["built_at"]) <= datetime.now(UTC)
    Collection.objects.update(text_version=2)
    stale, _ = show(researcher)["indexes"]
    assert not stale["is_ready"]
    assert "index trees --rebuild" in stale["why_not"]
    assert show(researcher, "trees-of-others")["indexes"] == []


def test_an_unknown_name_is_said(researcher: Client) -> None:
    answer = researcher.get("/api/collections/one", {"name": "forest"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_more_of_everything_takes_no_more_queries(researcher: Client) -> None:
    def queries(n: int) -> int:
        ground = (
            make_collection(f"of-{n}", texts={f"d{i}": f"Text {i}." for i in range(n)}),
            make_topics(f"topics-{n}"),
        )
        for i in range(n):
            make_run(f"run-{n}-{i}", *ground, {"q1": ["d1"]})
            make_labels(f"labels-{n}-{i}", *ground, {"q1": {"d1": 1}})
        return n_queries(lambda: show(researcher, f"of-{n}"))

    assert queries(2) == queries(50)
