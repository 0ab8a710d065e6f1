from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from itertools import product
from typing import Any

import pytest
from django.test import Client

from evaluation.models import Evaluation
from ranking.models import Collection, TopicSet
from regrade.measures import evaluate
from tests.evaluation.asking import n_queries, post
from tests.factories import make_collection, make_labels, make_run, make_topics

pytestmark = pytest.mark.django_db

DOC_IDS = [f"d{n}" for n in range(6)]
QUERY_IDS = ["q0", "q1"]
TOP = 2
ASKED = {
    "baseline": "bm25",
    "runs": "bert",
    "labels": "sparse",
    "measures": "P@3,MFR@3,AP,Bpref,RBP(p=0.5)",
}
Rankings = dict[str, list[str]]
Qrels = dict[str, dict[str, int]]


@pytest.fixture(autouse=True)
def ground(db: None) -> tuple[dict[str, Rankings], Qrels]:
    """Two runs with four passages per topic; three of six passages are labelled."""
    drawn = random.Random(3)
    collection = make_collection(texts=dict.fromkeys(DOC_IDS, "text"))
    topic_set = make_topics(queries=dict.fromkeys(QUERY_IDS, "what"))
    runs = {
        name: {query_id: drawn.sample(DOC_IDS, 4) for query_id in QUERY_IDS}
        for name in ("bm25", "bert")
    }
    for name, rankings in runs.items():
        make_run(name, collection, topic_set, rankings)
    qrels = {
        query_id: dict(zip(drawn.sample(DOC_IDS, 3), [0, 1, TOP], strict=True))
        for query_id in QUERY_IDS
    }
    make_labels("sparse", collection, topic_set, qrels)
    return runs, qrels


def bounds(client: Client, measure: str, asked: Mapping[str, str] = ASKED) -> Any:
    post(client, "comparison", asked)
    return client.get("/api/comparison/bounds", {**asked, "measure": measure})


def scores(rankings: Rankings, qrels: Qrels, measure: str) -> float:
    """The mean over topics, by dictionaries."""
    run = {
        query_id: {doc_id: -float(rank) for rank, doc_id in enumerate(doc_ids)}
        for query_id, doc_ids in rankings.items()
    }
    return evaluate(qrels, run, measure, max_relevance=TOP).mean(measure)


def completions(qrels: Qrels) -> list[Qrels]:
    """All labels that people might give to what has none."""
    absent = [(q, d) for q in QUERY_IDS for d in DOC_IDS if d not in qrels[q]]
    filled = []
    for grades in product((0, TOP), repeat=len(absent)):
        labels = {query_id: dict(qrels[query_id]) for query_id in QUERY_IDS}
        for (query_id, doc_id), grade in zip(absent, grades, strict=True):
            labels[query_id][doc_id] = grade
        filled.append(labels)
    return filled


@pytest.mark.parametrize("measure", ["P@3", "MFR@3"])
def test_bounds_are_the_extremes_of_all_completions(
    measure: str, researcher: Client, ground: tuple[dict[str, Rankings], Qrels]
) -> None:
    runs, qrels = ground
    answer = bounds(researcher, measure).json()
    assert answer["is_floor"]
    filled = completions(qrels)
    values = {name: [scores(runs[name], labels, measure) for labels in filled] for name in runs}
    worst, best = (max, min) if answer["lower_is_better"] else (min, max)
    for row in answer["rows"]:
        found = row["bounds"]
        expected = worst(values[row["run"]]), best(values[row["run"]])
        assert (found["pessimistic"], found["optimistic"]) == pytest.approx(expected)
        assert row["score"] == pytest.approx(scores(runs[row["run"]], qrels, measure))
    leads = [bert - bm25 for bm25, bert in zip(values["bm25"], values["bert"], strict=True)]
    baseline, run = (row["bounds"]["is_order_sure"] for row in answer["rows"])
    assert baseline is None
    assert not run or min(leads) > 0 or max(leads) < 0


def test_a_lead_over_a_run_that_is_judged_throughout_is_sure(researcher: Client) -> None:
    collection, topic_set = Collection.objects.get(), TopicSet.objects.get()
    make_run("best", collection, topic_set, {key: ["d0", "d2"] for key in QUERY_IDS})
    make_run("worst", collection, topic_set, {key: ["d1", "d3"] for key in QUERY_IDS})
    labels = {query_id: {"d0": 1, "d1": 0, "d3": 0} for query_id in QUERY_IDS}
    make_labels("other", collection, topic_set, labels)
    asked = {**ASKED, "baseline": "worst", "runs": "best", "labels": "other"} | {"measures": "P@2"}
    row = bounds(researcher, "P@2", asked).json()["rows"][1]
    assert row["bounds"] == {
        "pessimistic": 0.5,
        "optimistic": 1.0,
        "condensed": 0.5,
        "is_order_sure": True,
    }
    # The baseline under labels that say nothing of it might be as good.
    turned = bounds(researcher, "P@2", {**asked, "baseline": "best", "runs": "bm25"}).json()
    assert turned["rows"][1]["bounds"]["is_order_sure"] is False


def test_judged_shares_are_those_of_a_recount(
    researcher: Client, ground: tuple[dict[str, Rankings], Qrels]
) -> None:
    runs, qrels = ground
    answer = bounds(researcher, "P@3").json()
    assert answer["depths"] == [1, 3, 5, 10, 20, 50, 100]
    for row in answer["rows"]:
        for depth, share in zip(answer["depths"], row["judged"], strict=True):
            firsts = {q: runs[row["run"]][q][:depth] for q in QUERY_IDS}
            counted = [sum(d in qrels[q] for d in firsts[q]) / len(firsts[q]) for q in QUERY_IDS]
            assert share == pytest.approx(sum(counted) / len(counted))


def test_rbp_comes_with_its_own_residual_and_others_with_the_usual_one(researcher: Client) -> None:
    own, other = (bounds(researcher, name).json() for name in ("RBP(p=0.5)", "P@3"))
    assert (own["rbp"], other["rbp"]) == ("RBP(p=0.5)", "RBP(p=0.8)")
    for row in own["rows"]:
        unseen = 0.5**4
        reached = row["bounds"]["optimistic"] + unseen
        assert row["rbp"] + row["residual"] == pytest.approx(reached)


def test_a_measure_without_bounds_says_why_and_still_counts_what_is_judged(
    researcher: Client,
) -> None:
    answer = bounds(researcher, "Bpref").json()
    assert answer["refusal"].startswith("Bpref has no bounds")
    assert [row["bounds"] for row in answer["rows"]] == [None, None]
    assert all(row["judged"] for row in answer["rows"])


def test_no_order_is_sure_by_a_measure_that_more_labels_may_lower(researcher: Client) -> None:
    answer = bounds(researcher, "AP").json()
    assert not answer["is_floor"]
    assert [row["bounds"]["is_order_sure"] for row in answer["rows"]] == [None, None]


def test_another_measure_than_those_compared_is_refused(researcher: Client) -> None:
    refused = bounds(researcher, "nDCG@3")
    assert (refused.status_code, refused.json()["code"]) == (400, "not_in_comparison")


def test_bounds_ask_the_same_queries_for_many_runs_and_store_nothing(researcher: Client) -> None:
    collection, topic_set = Collection.objects.get(), TopicSet.objects.get()
    numbers = []
    for n_runs in (2, 50):
        names = [f"run{n_runs}-{n}" for n in range(n_runs)]
        for name in names:
            make_run(name, collection, topic_set, {"q1": ["d1", "d4"]})
        asked = {**ASKED, "runs": ",".join(names)}
        assert len(bounds(researcher, "P@3", asked).json()["rows"]) == n_runs + 1
        n_stored, question = Evaluation.objects.count(), {**asked, "measure": "P@3"}
        numbers.append(n_queries(partial(researcher.get, "/api/comparison/bounds", question)))
        assert Evaluation.objects.count() == n_stored
    assert numbers[0] == numbers[1]
