"""A study over imported runs, whose every number can be worked out by hand, and one to compute."""

from __future__ import annotations

from typing import Any

from annotation.models import LabelSet
from evaluation.models import Study
from evaluation.studies.lines import AskedRanker, AskedStudy, AskedVariant
from evaluation.studies.starting import start_study
from ranking.models import Collection, TopicSet
from tests.factories import make_collection, make_labels, make_run, make_topics, make_variant

QUERIES = {"q1": "how long do spruces live", "q2": "do firs have cones", "q3": "do cats sleep"}
TEXTS = {"d1": "Spruces live long.", "d2": "Firs have cones.", "d3": "Cats sleep."}
RELEVANT = {"q1": {"d1": 1}, "q2": {"d2": 1}, "q3": {"d3": 1}}
# Where each run has the relevant passage: its rank for q1, q2 and q3; 0 is nowhere.
RANKS = {
    ("one", "needs"): (1, 1, 1),
    ("two", "needs"): (1, 2, 1),
    ("one", "loud"): (2, 1, 1),
    ("two", "loud"): (3, 1, 0),
    ("one", "louder"): (1, 1, 3),
    ("two", "louder"): (1, 1, 1),
}
BM25 = {
    "ranker": "bm25",
    "depth": 10,
    "k1": 0.82,
    "b": 0.68,
    "rm3": None,
    "adjusts_ties": True,
    "fields_indexed": "title,text",
    "stop_words": "english",
    "stemmer": "porter",
}
DOT: dict[str, Any] = {
    "ranker": "bert-dot",
    "model": None,
    "passage_model": None,
    "precision": "float32",
    "depth": 2,
    "pairs_per_chunk": None,
    "parameters": {},
}
SWAPPED = AskedVariant(texts="queries", recipe="typos-queries-swap_characters-one")
CUT = AskedVariant(texts="passages", recipe={"kind": "truncate_words", "n_words": 2})
RANKERS = (
    AskedRanker("BM25", BM25),
    AskedRanker("dot", DOT, reranks="BM25"),
)


def make_ground() -> tuple[Collection, TopicSet, LabelSet]:
    collection, topic_set = make_collection(texts=TEXTS), make_topics(queries=QUERIES)
    return collection, topic_set, make_labels("trec", collection, topic_set, RELEVANT)


def asked(**changes: Any) -> AskedStudy:
    """Two rankers over the originals, changed queries and cut passages: six runs to compute."""
    study = AskedStudy(
        name="noise",
        topics="needs",
        collection="trees",
        labels="trec",
        measures="RR@10,nDCG@10",
        variants=[SWAPPED, CUT],
        rankers=RANKERS,
    )
    return study._replace(**changes)


def make_read_study(**changes: Any) -> Study:
    """A study of two rankers whose runs were imported, over two variants of the topics."""
    collection, topic_set, _ = make_ground()
    topics = {"needs": topic_set}
    for name in ("loud", "louder"):
        topics[name] = make_variant(name, topic_set)
    for (ranker, name), ranks in RANKS.items():
        make_run(f"{ranker}-{name}", collection, topics[name], _rankings(ranks))
    rankers = [
        AskedRanker(ranker, runs=[f"{ranker}-{name}" for name in topics])
        for ranker in ("one", "two")
    ]
    variants = [AskedVariant(topics="loud"), AskedVariant(topics="louder", title="Louder")]
    defaults = {"variants": variants, "rankers": rankers, "measures": "RR@10", "correction": "none"}
    return start_study(asked=asked(**{**defaults, **changes}))


def _rankings(ranks: tuple[int, ...]) -> dict[str, list[str]]:
    rankings = {}
    for query_id, rank in zip(QUERIES, ranks, strict=True):
        [relevant] = RELEVANT[query_id]
        others = [doc_id for doc_id in TEXTS if doc_id != relevant]
        if rank:
            others.insert(rank - 1, relevant)
        rankings[query_id] = others
    return rankings
