"""Anserini's index and rankings of a collection, kept under REGRADE_HOME until it changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.lexical.oracle import run_java

INDEX = "io.anserini.index.IndexCollection"
SEARCH = "io.anserini.search.SearchCollection"


class Hit(NamedTuple):
    """A row of a ranking; the score is a string, as it was printed."""

    doc_id: str
    score: str


Rankings = dict[str, list[Hit]]  # by topic, best first; a topic without a hit is not in it


class Setting(NamedTuple):
    """What rankings depend on besides the texts."""

    k1: float
    b: float
    depth: int
    is_pretokenized: bool

    @property
    def analysis(self) -> list[str]:
        return ["-pretokenized"] if self.is_pretokenized else []


def write_collection(folder: Path, texts: Iterable[tuple[str, str]]) -> None:
    """One file of JSON lines, a passage each."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "passages.json").open("w", encoding="utf-8") as file:
        for doc_id, text in texts:
            file.write(json.dumps({"id": doc_id, "contents": text}) + "\n")


def write_topics(path: Path, queries: Mapping[str, str]) -> None:
    """Query id, tab, query; blanks of every kind become one blank."""
    lines = (f"{query_id}\t{' '.join(text.split())}\n" for query_id, text in queries.items())
    path.write_text("".join(lines), encoding="utf-8")


def build(jar: Path, collection: Path, index: Path, *, is_pretokenized: bool) -> None:
    """Anserini's index, made where it is not there yet; its `done` file says that it is whole."""
    done = index / "done"
    if done.is_file():
        return
    options = ["-generator", "DefaultLuceneDocumentGenerator", "-threads", "1"]
    stored = ["-storePositions", "-storeDocvectors", "-storeRaw"]
    flags = [*options, *stored, *(["-pretokenized"] if is_pretokenized else [])]
    collections = ["-collection", "JsonCollection", "-input", str(collection)]
    run_java(jar, INDEX, *collections, "-index", str(index), *flags)
    done.write_text("")


def search(
    jar: Path, index: Path, topics: Path, setting: Setting, *extra: str, run: Path
) -> Rankings:
    """Rankings as Anserini prints them; `extra` are more of its options."""
    model = ["-bm25", "-bm25.k1", str(setting.k1), "-bm25.b", str(setting.b)]
    files = ["-index", str(index), "-topics", str(topics), "-topicReader", "TsvString"]
    depth = ["-hits", str(setting.depth), "-threads", "1", "-output", str(run)]
    run_java(jar, SEARCH, *files, *model, *depth, *setting.analysis, *extra)
    with run.open(encoding="utf-8") as lines:
        return group(
            (columns[0], Hit(columns[2], columns[4]))
            for columns in (line.split(" ") for line in lines)
        )


def search_raw(jar: Path, index: Path, topics: Path, setting: Setting, program: Path) -> Rankings:
    """Rankings with the scores before ties are adjusted, as floats print in full."""
    kind = "pretokenized" if setting.is_pretokenized else "english"
    options: Sequence[object] = [index, setting.k1, setting.b, setting.depth, kind]
    printed = run_java(jar, program, *options, stdin=topics.read_text(encoding="utf-8"))
    rows = (line.split("\t") for line in printed.splitlines())
    return group((query_id, Hit(doc_id, score)) for query_id, doc_id, score in rows)


def group(rows: Iterable[tuple[str, Hit]]) -> Rankings:
    """Rows by their topic, in the order they came."""
    rankings: Rankings = {}
    for query_id, hit in rows:
        rankings.setdefault(query_id, []).append(hit)
    return rankings
