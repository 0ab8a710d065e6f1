"""Regrade's index and search as an engine to be timed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.lexical import engines
from benchmarks.lexical.corpus import Corpus
from regrade.bm25.build import build_index
from regrade.bm25.lexical_index import LexicalIndex
from regrade.bm25.search import bags_of_words, search
from regrade.text.analyzer import PRETOKENIZED


class OurEngine:
    def index(self, corpus: Corpus, folder: Path) -> None:
        build_index(folder, corpus.texts(), analyzer=PRETOKENIZED)

    def open(self, folder: Path, queries: Sequence[str]) -> None:
        self._index = LexicalIndex.open(folder)
        self._queries = bags_of_words(PRETOKENIZED, queries)

    def search(self, k: int, n_threads: int) -> None:
        search(self._index, self._queries, k=k, n_threads=n_threads)


if __name__ == "__main__":
    engines.main({"Regrade": OurEngine}, sys.argv[1:])
