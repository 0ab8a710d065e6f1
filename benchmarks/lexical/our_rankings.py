"""Regrade's own rankings of texts, in the form in which the oracle's are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.lexical.anserini import Hit, Rankings, Setting
from benchmarks.lexical.comparison import in_full
from regrade.bm25.build import build_index
from regrade.bm25.lexical_index import LexicalIndex
from regrade.bm25.search import BM25, Hits, bag_of_words, search
from regrade.bm25.ties import adjust_ties
from regrade.text.analyzer import ENGLISH, PRETOKENIZED
from tests.regrade.bm25.golden_files import printed


def build(folder: Path, texts: Iterable[str], *, is_pretokenized: bool) -> LexicalIndex:
    """An index whose ordinals number the texts from 0; they come in the order of their doc_ids."""
    analyzer = PRETOKENIZED if is_pretokenized else ENGLISH
    return build_index(folder, enumerate(texts), analyzer=analyzer)


def rank(index: LexicalIndex, queries: Mapping[str, str], setting: Setting) -> dict[str, Hits]:
    """Hits by query id."""
    bags = [bag_of_words(index.analyzer, text) for text in queries.values()]
    found = search(index, bags, k=setting.depth, bm25=BM25(setting.k1, setting.b))
    return dict(zip(queries, found, strict=True))


def adjusted(found: Mapping[str, Hits], doc_ids: list[str]) -> Rankings:
    """Rankings with ties adjusted, scores of six decimals."""
    return _hits(found, doc_ids, lambda scores: [printed(each) for each in adjust_ties(scores)])


def raw(found: Mapping[str, Hits], doc_ids: list[str]) -> Rankings:
    """Rankings as they were scored, scores in full."""
    return _hits(found, doc_ids, lambda scores: [in_full(each) for each in scores])


def _hits(
    found: Mapping[str, Hits],
    doc_ids: list[str],
    written: Callable[[NDArray[np.float32]], list[str]],
) -> Rankings:
    return {
        query_id: [
            Hit(doc_ids[ordinal], score)
            for ordinal, score in zip(hits.ordinals.tolist(), written(hits.scores), strict=True)
        ]
        for query_id, hits in found.items()
        if hits.ordinals.size
    }
