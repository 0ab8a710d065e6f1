"""Anserini as it is run from a command line: whole processes, Java's start included."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from benchmarks.lexical.oracle import OracleMissing, java_command
from benchmarks.running.metered import Metered, metered

NAME = "Anserini, whole process"
INDEX, SEARCH = "io.anserini.index.IndexCollection", "io.anserini.search.SearchCollection"
K1, B = 0.82, 0.68


class Anserini:
    """Anserini over one collection; its files lie in a folder of their own."""

    def __init__(self, jar: Path, folder: Path, *, is_pretokenized: bool) -> None:
        self._jar, self._texts, self._topics = jar, folder / "texts", folder / "topics.tsv"
        self.index_folder, self.run = folder / "index", folder / "run.txt"
        self._analysis = ["-pretokenized"] if is_pretokenized else []

    def write(self, texts: Iterable[tuple[str, str]], queries: Mapping[str, str]) -> None:
        """One file of JSON lines, a passage each, and a file of queries."""
        self._texts.mkdir(parents=True, exist_ok=True)
        with (self._texts / "passages.json").open("w", encoding="utf-8") as file:
            for doc_id, text in texts:
                file.write(json.dumps({"id": doc_id, "contents": text}) + "\n")
        lines = (f"{query_id}\t{' '.join(text.split())}\n" for query_id, text in queries.items())
        self._topics.write_text("".join(lines), encoding="utf-8")

    def index(self) -> Metered:
        """Build the index with two threads."""
        shutil.rmtree(self.index_folder, ignore_errors=True)
        files = ["-collection", "JsonCollection", "-input", self._texts]
        options = ["-generator", "DefaultLuceneDocumentGenerator", "-threads", "2"]
        return self._run(INDEX, *files, *options)

    def search(self, k: int) -> Metered:
        """Answer all queries with one thread and write the run."""
        files = ["-topics", self._topics, "-topicReader", "TsvString", "-output", self.run]
        model = ["-bm25", "-bm25.k1", K1, "-bm25.b", B, "-threads", "1", "-hits", k]
        return self._run(SEARCH, *files, *model)

    def _run(self, program: str, *options: object) -> Metered:
        index = ["-index", self.index_folder, *self._analysis]
        took = metered(java_command(self._jar, program, *index, *options))
        if took.code:
            raise OracleMissing(f"{program} failed with code {took.code}")
        return took
