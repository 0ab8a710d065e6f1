"""A computed run as it is asked for in plain fields, by any ranker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ranking.jobs.creating import Plan
from ranking.lookup import by_name
from ranking.models import Collection, Run, TopicSet
from ranking.parameters.index_options import IndexOptions
from ranking.rankers.bm25_plan import DEVICES, BM25Options, plan_bm25
from ranking.rankers.bm25_plan import RANKER as BM25
from ranking.rankers.rerank_plan import (
    PAIRS_PER_CHUNK,
    RETRIEVAL_DEPTH,
    plan_rerank,
    plan_retrieval,
)
from regrade.bm25.rm3 import RM3

OF_A_MODEL = ("name", "ranker", "model", "passage_model", "precision", "parameters")


def plan_asked(asked: Mapping[str, Any]) -> Plan:
    """Freeze the run that is asked for, with the fields of its ranker, and store nothing yet.

    Raises:
        NotFound: there is no such collection, topic set or run.
        NameTaken, NameRefused, RankingError: as the ranker's plan says.
    """
    if asked["ranker"] == BM25:
        return plan_bm25(
            name=asked["name"],
            **_ground(asked),
            depth=asked["depth"],
            options=bm25_options(asked),
            device=asked.get("device", DEVICES[0]),  # which studies kept before lack
        )
    # What is not on this machine yet would keep the request waiting while it is fetched.
    chosen = {key: asked[key] for key in OF_A_MODEL}
    if asked["parent"] is not None:
        parent = by_name(Run, asked["parent"], field="parent")
        return plan_rerank(
            run=parent,
            depth=asked["depth"],
            pairs_per_chunk=asked["pairs_per_chunk"] or PAIRS_PER_CHUNK,
            fetches=False,
            **chosen,
        )
    depth = asked["depth"] or RETRIEVAL_DEPTH
    return plan_retrieval(**_ground(asked), depth=depth, fetches=False, **chosen)


def bm25_options(asked: Mapping[str, Any]) -> BM25Options:
    """The scoring options of a run by BM25 that is asked for."""
    index = IndexOptions(
        fields=asked["fields_indexed"], stop_words=asked["stop_words"], stemmer=asked["stemmer"]
    )
    rm3 = RM3(**asked["rm3"]) if asked["rm3"] else None
    return BM25Options(asked["k1"], asked["b"], rm3, asked["adjusts_ties"], index)


def _ground(asked: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "collection": by_name(Collection, asked["collection"]),
        "topic_set": by_name(TopicSet, asked["topic_set"]),
    }
