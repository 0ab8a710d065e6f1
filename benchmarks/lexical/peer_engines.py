"""The other engines; this runs in the environment of benchmarks/requirements-lexical-peers.txt."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.lexical import engines
from benchmarks.lexical.corpus import Corpus

K1, B = 0.82, 0.68
HEAP_BYTES = 512 * 2**20  # of tantivy's writer


class Bm25s:
    """bm25s with its numba search; the formula is Lucene's, but for lengths, which are exact."""

    def __init__(self) -> None:
        self._module: Any = import_module("bm25s")

    def index(self, corpus: Corpus, folder: Path) -> None:
        tokens = [text.split() for _, text in corpus.texts()]
        model = self._module.BM25(method="lucene", k1=K1, b=B, backend="numba")
        model.index(tokens, show_progress=False)
        model.save(str(folder), show_progress=False)

    def open(self, folder: Path, queries: Sequence[str]) -> None:
        self._model = self._module.BM25.load(str(folder))
        self._queries = [text.split() for text in queries]

    def search(self, k: int, n_threads: int) -> None:
        options = {"show_progress": False, "n_threads": n_threads, "backend_selection": "numba"}
        self._model.retrieve(self._queries, k=k, **options)


class Tantivy:
    """tantivy, block-max WAND; its k1 and b are fixed at 1.2 and 0.75. Passages are not named."""

    def __init__(self) -> None:
        self._module: Any = import_module("tantivy")

    def index(self, corpus: Corpus, folder: Path) -> None:
        folder.mkdir(parents=True)
        index = self._index(folder)
        writer = index.writer(heap_size=HEAP_BYTES, num_threads=2)
        for _, text in corpus.texts():
            writer.add_document(self._module.Document(body=text))
        writer.commit()
        writer.wait_merging_threads()

    def open(self, folder: Path, queries: Sequence[str]) -> None:
        index = self._index(folder)
        index.reload()
        self._searcher = index.searcher()
        should, make = self._module.Occur.Should, self._module.Query
        self._queries = [
            make.boolean_query(
                [(should, make.term_query(index.schema, "body", term, "freq")) for term in terms]
            )
            for terms in map(str.split, queries)
        ]

    def search(self, k: int, n_threads: int) -> None:
        shares = [self._queries[first::n_threads] for first in range(n_threads)]
        with ThreadPoolExecutor(n_threads) as pool:
            list(pool.map(lambda share: self._answer(share, k), shares))

    def _answer(self, queries: Sequence[Any], k: int) -> int:
        search = self._searcher.search
        return sum(len(search(query, limit=k, count=False).hits) for query in queries)

    def _index(self, folder: Path) -> Any:
        fields = self._module.SchemaBuilder()
        fields.add_text_field("body", tokenizer_name="blanks", index_option="freq")
        index = self._module.Index(fields.build(), path=str(folder))
        splitter = self._module.Tokenizer.whitespace()
        index.register_tokenizer("blanks", self._module.TextAnalyzerBuilder(splitter).build())
        return index


if __name__ == "__main__":
    engines.main({"bm25s": Bm25s, "tantivy": Tantivy}, sys.argv[1:])
