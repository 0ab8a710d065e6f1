"""Runs over the test collections: those of TREC's systems, and some computed here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from benchmarks.active.collections import FullyLabelled, collection_named, word_features
from benchmarks.running.places import data
from benchmarks.samples.collections import Scored, read_scored
from benchmarks.samples.computed import COLLECTIONS, dense, scored
from regrade.active.strategy import Ordinals
from regrade.bm25.build import build_index
from regrade.bm25.rm3_search import search_rm3
from regrade.bm25.search import BM25, Hits, bags_of_words, search
from regrade.fusion import Fusion, fuse
from regrade.fusion import Scored as Ranked
from regrade.measures import Rankings
from regrade.text.analyzer import ENGLISH, Analyzer

DEPTH = 100
WITHOUT_STEMS = Analyzer(stemmer="none")
WEIGHTS = {
    "BM25": BM25(),
    "BM25, k1 1.2, b .75": BM25(1.2, 0.75),
    "BM25, k1 3, b 1": BM25(3.0, 1.0),
    "idf": BM25(0.0, 0.0),
}


class Runs(NamedTuple):
    """Runs of a collection, over its topics in their order.

    Attributes:
        rankings: of ordinals, the first 100 that have a text.
    """

    names: Sequence[str]
    rankings: Sequence[Rankings]

    def of_topic(self, topic: int) -> list[Ordinals]:
        """Each run's ranking of one topic, best first."""
        return [
            one.passages[one.starts[topic] : one.starts[topic + 1]].astype(np.int64)
            for one in self.rankings
        ]


@cache
def runs_on(name: str) -> Runs:
    collection = collection_named(name)
    runs = [*_computed(collection)] if collection.least == 1 else [*_of_systems(name)]
    ordinals = {doc_id: ordinal for ordinal, doc_id in enumerate(collection.doc_ids)}
    rankings = [_rankings(run, collection, ordinals) for run in runs]
    return Runs([run.name for run in runs], rankings)


def _rankings(run: Scored, collection: FullyLabelled, ordinals: Mapping[str, int]) -> Rankings:
    """By score, ties by doc_id, both falling; passages without a text are passed over."""
    lists = []
    for topic in collection.topics:
        lines = sorted(run.by_topic.get(topic.query_id, ()), reverse=True)
        lists.append([ordinals[doc_id] for _, doc_id in lines if doc_id in ordinals][:DEPTH])
    starts = np.cumsum([0, *map(len, lists)])
    return Rankings(starts, np.array([one for row in lists for one in row], np.int64))


def _of_systems(name: str) -> Iterator[Scored]:
    for path in sorted((data() / "trec_dl" / "runs").glob(f"*_{name.lower()}.txt.gz")):
        yield read_scored(path)


def _computed(collection: FullyLabelled) -> list[Scored]:
    """BM25 in several forms, RM3, TF-IDF, MiniLM where its vectors are stored, and RRF of some."""
    queries = {topic.query_id: topic.query for topic in collection.topics}
    searched = [*_stemmed(collection, queries), _unstemmed(collection, queries)]
    runs = {run.name: run for run in searched}
    runs["TF-IDF"] = _by_cosine(collection, queries)
    if collection.name in COLLECTIONS:
        texts = dict(zip(collection.doc_ids, collection.texts, strict=True))
        runs["MiniLM"] = dense(collection.name, texts, queries)
    fused = [runs[name] for name in ("BM25", "RM3", "TF-IDF", "MiniLM") if name in runs]
    return [*runs.values(), _fused(fused)]


def _stemmed(collection: FullyLabelled, queries: dict[str, str]) -> Iterator[Scored]:
    passages, asked = collection.texts, bags_of_words(ENGLISH, [*queries.values()])
    halves = bags_of_words(ENGLISH, [" ".join(one.split()[::2]) for one in queries.values()])
    with TemporaryDirectory() as folder:
        index = build_index(Path(folder) / "index", enumerate(passages))
        found = {name: search(index, asked, k=DEPTH, bm25=bm25) for name, bm25 in WEIGHTS.items()}
        found["BM25, every second word"] = search(index, halves, k=DEPTH)
        found["RM3"] = search_rm3(
            index, asked, k=DEPTH, texts=lambda which: {one: passages[one] for one in which}
        )
    for name, hits in found.items():
        yield scored(name, hits, collection.doc_ids, queries)


def _unstemmed(collection: FullyLabelled, queries: dict[str, str]) -> Scored:
    asked = bags_of_words(WITHOUT_STEMS, [*queries.values()])
    with TemporaryDirectory() as folder:
        passages = enumerate(collection.texts)
        index = build_index(Path(folder) / "index", passages, analyzer=WITHOUT_STEMS)
        found = search(index, asked, k=DEPTH)
    return scored("BM25, no stemming", found, collection.doc_ids, queries)


def _by_cosine(collection: FullyLabelled, queries: dict[str, str]) -> Scored:
    """By the vectors that learners see, with the topic's as the model."""
    features = word_features(collection.name)
    hits = []
    for query in queries.values():
        row = features.topic(query)
        weights = np.zeros(features.n_terms)
        weights[row.terms] = row.weights
        scores = features.scores(weights, 0.0)
        best = np.argsort(-scores, kind="stable")[:DEPTH]
        best = best[scores[best] > 0]
        hits.append(Hits(best.astype(np.int32), scores[best].astype(np.float32)))
    return scored("TF-IDF", hits, collection.doc_ids, queries)


def _fused(runs: Sequence[Scored]) -> Scored:
    """RRF over the runs, topic by topic."""
    by_topic = {}
    for query_id in runs[0].by_topic:
        lists = [sorted(run.by_topic[query_id], reverse=True) for run in runs]
        ascending = sorted({doc_id for lines in lists for _, doc_id in lines})
        places = {doc_id: place for place, doc_id in enumerate(ascending)}
        rankings = [
            Ranked(
                np.array([places[doc_id] for _, doc_id in lines], np.int64),
                np.array([score for score, _ in lines]),
            )
            for lines in lists
        ]
        fused = fuse(rankings, Fusion("rrf"), depth=DEPTH)
        doc_ids = [ascending[place] for place in fused.passages.tolist()]
        by_topic[query_id] = [*zip(fused.scores.tolist(), doc_ids, strict=True)]
    return Scored("RRF", by_topic)
