from __future__ import annotations

from dataclasses import asdict

import pytest
from django.test import Client

from ranking.models import Run
from ranking.parameters.texts import PARAMETERS
from ranking.rankers.bm25_plan import BM25Options, plan_bm25
from ranking.rankers.neural_rankers import NEURAL_RANKERS
from ranking.runs.aggregating import aggregate_pairs
from ranking.runs.spec_words import WORDS, _flat, spec_facts
from regrade.bm25.rm3 import RM3
from regrade.neural.pairs.aggregation import AGGREGATIONS
from tests.factories import make_collection, make_run, make_topics
from tests.ranking.rankers.reranking import make_bm25, plan_bert
from tests.ranking.runs.pairing import make_duo

pytestmark = pytest.mark.django_db


def facts_of(run: Run) -> dict[str, str]:
    return {fact.name: fact.value for fact in spec_facts(run)}


def test_a_model_is_reported_with_its_hashes_and_without_its_folder() -> None:
    run = plan_bert(make_bm25(), depth=4).run
    spec = run.spec or {}
    spec["model"]["name"] = "/srv/models/mine"
    spec["computed_by"] = ["north", "south"]
    facts = facts_of(run)
    assert (facts["model"], facts["depth"], facts["pooling"]) == ("mine", "4", "none")
    assert facts["weights, SHA-256"] == spec["model"]["weights_sha256"]
    assert facts["settings and tokenizer, SHA-256"] == spec["model"]["settings_sha256"]
    assert facts["version of the code"] == spec["code_version"]
    assert facts["computed on"] == "north, south"
    assert "model of passages" not in facts


def test_every_value_of_a_plan_is_reported_and_to_the_last_digit() -> None:
    collection, topics = make_collection(), make_topics()
    options = BM25Options(k1=0.123456789, rm3=RM3())
    plan = plan_bm25(name="new", collection=collection, topic_set=topics, options=options)
    facts = spec_facts(Run(spec=plan.spec))
    assert {"k1", "RM3: feedback terms", "index: stemmer"} <= {fact.name for fact in facts}
    assert next(fact.value for fact in facts if fact.name == "k1") == "0.123456789"
    assert len(facts) == len(list(_flat(plan.spec))) - 1  # no file of generated queries


def test_every_key_of_a_plan_has_words() -> None:
    bm25 = asdict(BM25Options(rm3=RM3()))
    index = {f"index.{key}" for key in bm25.pop("index")}
    rm3 = {f"parameters.rm3.{key}" for key in RM3._fields}
    of_aggregations = {key for _, defaults in AGGREGATIONS.values() for key in defaults}
    assert index | rm3 | {f"parameters.{key}" for key in [*bm25, *of_aggregations]} <= set(WORDS)
    for ranker in NEURAL_RANKERS.values():
        assert set(ranker.options._fields) <= set(PARAMETERS)
    assert len({words.name for words in WORDS.values()}) == len(WORDS)


def test_an_aggregation_shows_its_method_and_its_first_n() -> None:
    child = aggregate_pairs(run=make_duo(), name="sums", by="sum", first_n=2)
    facts = facts_of(child)
    assert (facts["method"], facts["adds up by"]) == ("sum, first 2", "sum")
    assert (facts["first n"], facts["made of the run"]) == ("2", "duo")


def test_a_run_that_was_imported_as_it_is_holds_no_plan(organizer: Client) -> None:
    make_run("mine", make_collection(), make_topics(), {"q1": ["d1"]})
    assert organizer.get("/api/runs/spec", {"name": "mine"}).json() == []
    Run.objects.filter(name="mine").update(spec={"single_precision": True})
    assert organizer.get("/api/runs/spec", {"name": "mine"}).json() == [
        {
            "name": "scores rounded to 32 bits",
            "value": "yes",
            "about": "",
            "is_identity": False,
            "is_metadata": False,
        }
    ]


def test_the_metadata_of_a_runs_file_is_listed_section_by_section() -> None:
    fields = {
        "extra": 1,
        "method": {"automatic": True, "retrieval": [{"name": "bm25", "b": 0.4}, {"weight": None}]},
        "actor": {"fields": ["ir", "nlp"], "orcid": ""},
        "tag": "mine",
    }
    facts = spec_facts(Run(metadata=fields))
    assert [(fact.name, fact.value) for fact in facts] == [
        ("tag", "mine"),
        ("actor: fields", "ir, nlp"),
        ("method: automatic", "yes"),
        ("method: retrieval 1: name", "bm25"),
        ("method: retrieval 1: b", "0.4"),
        ("extra", "1"),
    ]
    assert all(fact.is_metadata for fact in facts)
