"""One query without kernels finds what the kernels find, to the last bit."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ranking.rankers.passage_search import search_one
from regrade.bm25.build import build_index
from regrade.bm25.lexical_index import LexicalIndex
from regrade.bm25.search import bag_of_words, search
from regrade.text.analyzer import ENGLISH

WORDS = ["fir", "spruce", "larch", "cone", "needle", "Wald", "tree", "naïve", "the", "木"]


def index_of(folder: Path, n: int) -> LexicalIndex:
    rng = np.random.default_rng(5)
    texts = [" ".join(rng.choice(WORDS, rng.integers(1, 60))) for _ in range(n)]
    path = folder / "index"
    build_index(path, enumerate(texts), analyzer=ENGLISH, extra={})
    return LexicalIndex.open(path)


def test_scores_and_order_are_those_of_the_kernels(tmp_path: Path) -> None:
    index = index_of(tmp_path, 3_000)
    for query in ("spruce", "larch cones naïve", "tree tree Wald unknown", "木 fir", "the"):
        for k in (1, 10, 5_000):
            found = search_one(index, index.analyzer.analyze(query), k=k)
            [hits] = search(index, [bag_of_words(index.analyzer, query)], k=k)
            assert found.ordinals.tolist() == hits.ordinals.tolist()
            assert found.scores.tobytes() == hits.scores.tobytes()
            assert found.n_all >= found.ordinals.size


def test_all_that_hold_a_term_are_counted(tmp_path: Path) -> None:
    index = index_of(tmp_path, 500)
    [hits] = search(index, [bag_of_words(index.analyzer, "spruce")], k=500)
    assert search_one(index, index.analyzer.analyze("spruce"), k=3).n_all == hits.ordinals.size
