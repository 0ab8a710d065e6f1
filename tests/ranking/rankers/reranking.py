"""A small run to re-rank, whose best passages a BERT finds and its order has last."""

from __future__ import annotations

from typing import Any

import pytest

from ranking.models import Job, Run
from ranking.rankers.candidates import CODE_VERSION
from ranking.rankers.chunk import RANKERS, Ranker, ScoreTopics
from ranking.rankers.rerank_plan import create_rerank_job
from tests.factories import make_collection, make_run, make_topics

BERT = "bert-dot"
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


def plan_bert(run: Run, name: str = "bert", **chosen: Any) -> Job:
    """A job of the packaged model."""
    return create_rerank_job(run=run, name=name, **{"ranker": BERT, **chosen})


def plan_one_topic_a_chunk() -> Job:
    return plan_bert(make_bm25(), pairs_per_chunk=1)


def score_by(monkeypatch: pytest.MonkeyPatch, score_topics: ScoreTopics) -> None:
    """Let this compute the chunks of a re-ranking."""
    monkeypatch.setitem(RANKERS, BERT, Ranker(score_topics, CODE_VERSION))


def doc_ids(run: Run) -> dict[str, list[str]]:
    by_ordinal = dict(run.collection.passages.values_list("ordinal", "doc_id"))
    return {
        ranking.topic.query_id: [by_ordinal[ordinal] for ordinal in ranking.ordinals.tolist()]
        for ranking in run.rankings.select_related("topic")
    }
