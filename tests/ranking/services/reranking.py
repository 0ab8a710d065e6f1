"""A small run to re-rank, whose best passages a BERT finds and its order has last."""

from __future__ import annotations

import pytest

from ranking.models import Job, Run
from ranking.services import rerank
from ranking.services.rerank import create_rerank_job
from tests.factories import make_collection, make_run, make_topics

TEXTS = {
    "d1": "Cats sleep most of the day.",
    "d2": None,
    "d3": "Conifers such as spruces can reach an age of several centuries.",
    "d4": None,
    "d5": "Firs carry upright cones.",
}
RANKINGS = {"q1": ["d1", "d2", "d4", "d3", "d5"], "q2": ["d4", "d1", "d5"]}


def make_bm25() -> Run:
    return make_run("bm25", make_collection(texts=TEXTS), make_topics(), RANKINGS)


def plan_one_topic_a_chunk(monkeypatch: pytest.MonkeyPatch) -> Job:
    monkeypatch.setattr(rerank, "PAIRS_PER_CHUNK", 1)
    return create_rerank_job(run=make_bm25(), name="bert")


def doc_ids(run: Run) -> dict[str, list[str]]:
    by_ordinal = dict(run.collection.passages.values_list("ordinal", "doc_id"))
    return {
        ranking.topic.query_id: [by_ordinal[ordinal] for ordinal in ranking.ordinals.tolist()]
        for ranking in run.rankings.select_related("topic")
    }
