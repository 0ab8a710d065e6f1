"""Figures that Anserini publishes for BM25, with Regrade's own rankings and measures."""

from __future__ import annotations

from pathlib import Path

import pytest

from regrade.bm25.build import build_index
from regrade.bm25.search import BM25, bags_of_words, search
from regrade.bm25.ties import adjust_ties
from regrade.measures import evaluate
from regrade.text.analyzer import ENGLISH
from tests.regrade.measures.trec_files import read_qrels
from tests.small_collections import load


@pytest.mark.parametrize(
    ("k1", "b", "published"),
    [
        (0.9, 0.4, (0.3123, 0.1942)),  # Anserini's regression page for CACM
        (0.82, 0.68, (0.3049, 0.1936)),  # what its jar gives at Regrade's defaults
    ],
)
def test_bm25_on_cacm_scores_what_anserini_gives(
    k1: float, b: float, published: tuple[float, float], real_data: Path, tmp_path: Path
) -> None:
    loaded = load(real_data, "CACM")
    doc_ids, queries = list(loaded.texts), list(loaded.queries.values())
    index = build_index(tmp_path / "index", enumerate(loaded.texts.values()), analyzer=ENGLISH)
    found = search(index, bags_of_words(ENGLISH, queries), k=1_000, bm25=BM25(k1, b))
    run = {
        query_id: {
            doc_ids[ordinal]: float(score)
            for ordinal, score in zip(hits.ordinals, adjust_ties(hits.scores), strict=True)
        }
        for query_id, hits in zip(loaded.queries, found, strict=True)
    }
    qrels = read_qrels(real_data / "cacm" / "qrels.cacm.txt")
    scores = evaluate(qrels, run, "AP,P@30")
    assert tuple(round(scores.mean(name), 4) for name in ("AP", "P@30")) == published
