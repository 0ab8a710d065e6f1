"""Runs computed here on the small test collections: BM25, RM3 and a bi-encoder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from benchmarks.running.places import data, home
from benchmarks.samples.collections import DEPTH, Labelled, Scored, labelled
from regrade.bm25.build import build_index
from regrade.bm25.rm3_search import search_rm3
from regrade.bm25.search import Hits, bags_of_words, search
from regrade.files.passages import read_passages
from regrade.files.topics import read_topics
from regrade.neural.bi_encoder import load_bi_encoder
from regrade.neural.model_folder import find_model
from regrade.neural.networks import find_compute_device
from regrade.neural.reranker import PassageText
from regrade.text.analyzer import ENGLISH


class Files(NamedTuple):
    passages: str
    topics: str
    qrels: str


COLLECTIONS = {
    "Vaswani": Files("vaswani/doc-text.trec.gz", "vaswani/query-text.trec", "vaswani/qrels"),
    "CACM": Files("cacm/cacm.tar.gz", "cacm/topics.cacm.txt", "cacm/qrels.cacm.txt"),
}


@cache
def small(name: str) -> Labelled:
    """Three runs on Vaswani or CACM; their labels are binary."""
    files = COLLECTIONS[name]
    texts = {
        record.doc_id: f"{record.title} {record.text}".strip()
        for record in read_passages(data() / files.passages)
        if record.text
    }
    queries = {record.query_id: record.query for record in read_topics(data() / files.topics)}
    runs = [*_lexical(texts, queries), dense(name, texts, queries)]
    return labelled(name, runs, data() / files.qrels, relevant=1)


def _lexical(texts: dict[str, str], queries: dict[str, str]) -> list[Scored]:
    passages, asked = list(texts.values()), bags_of_words(ENGLISH, list(queries.values()))
    with TemporaryDirectory() as folder:
        index = build_index(Path(folder) / "index", enumerate(passages))
        plain = search(index, asked, k=DEPTH)
        expanded = search_rm3(
            index, asked, k=DEPTH, texts=lambda which: {one: passages[one] for one in which}
        )
    doc_ids = list(texts)
    return [scored("BM25", plain, doc_ids, queries), scored("RM3", expanded, doc_ids, queries)]


def scored(
    name: str, hits: Sequence[Hits], doc_ids: Sequence[str], queries: dict[str, str]
) -> Scored:
    rows = [
        list(zip(one.scores.tolist(), [doc_ids[at] for at in one.ordinals], strict=True))
        for one in hits
    ]
    return Scored(name, dict(zip(queries, rows, strict=True)))


def dense(name: str, texts: dict[str, str], queries: dict[str, str]) -> Scored:
    """The bi-encoder that Regrade brings along, over all passages; encoded once, in minutes."""
    ranker, doc_ids = load_bi_encoder(find_model(), find_compute_device("cpu")), list(texts)
    kept = home() / "benchmark-samples" / f"{name}-minilm.npy"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.save(kept, ranker.passages.encode([PassageText("", one) for one in texts.values()]))
    vectors = np.load(kept)
    scores = ranker.encode_queries(list(queries.values())) @ vectors.T
    best = np.argsort(-scores, axis=1, kind="stable")[:, :DEPTH]
    rows = [
        [(float(row[at]), doc_ids[at]) for at in first]
        for row, first in zip(scores, best, strict=True)
    ]
    return Scored("MiniLM", dict(zip(queries, rows, strict=True)))
