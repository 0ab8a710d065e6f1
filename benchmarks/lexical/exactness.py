"""Compare every row of Regrade's rankings with Anserini's, as both write them to a run file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.lexical.anserini import K1, Anserini, B
from benchmarks.lexical.corpus import doc_id, drawn_corpus
from benchmarks.running.tables import Say, Table
from regrade.bm25.build import build_index
from regrade.bm25.search import BM25, bags_of_words, search
from regrade.bm25.ties import adjust_ties
from regrade.text.analyzer import ENGLISH, PRETOKENIZED, Analyzer
from tests.regrade.bm25.golden_files import printed
from tests.small_collections import COLLECTIONS, Loaded, load

DEPTH = 1_000
Rows = dict[tuple[str, str], tuple[str, str]]  # passage and printed score by topic and rank


def exact_table(jar: Path, data: Path, home: Path, n_passages: int, seed: int, say: Say) -> Table:
    """One row a collection: how many rows hold another passage or another printed score."""
    rows = []
    for name, loaded, analyzer in _subjects(data, home, n_passages, seed):
        say(f"{name}: ranking with both")
        with TemporaryDirectory(dir=home) as folder:
            theirs = _theirs(jar, loaded, analyzer, Path(folder))
            ours = _ours(loaded, analyzer, Path(folder) / "ours")
        rows.append(
            (name, len(loaded.queries), len(ours.keys() | theirs.keys()), *unlike(ours, theirs))
        )
    title = f"Beside Anserini 0.24 (Lucene 9.9): k1 = {K1}, b = {B}, top {DEPTH:,}"
    headers = ("collection", "topics", "rows", "other passage", "other score, 6 decimals")
    return Table(title, headers, rows)


def unlike(ours: Rows, theirs: Rows) -> tuple[int, int]:
    """Rows with another passage and rows with another score; one side may lack a row."""
    absent = ("", "")
    pairs = [(ours.get(at, absent), theirs.get(at, absent)) for at in ours.keys() | theirs.keys()]
    return sum(a[0] != b[0] for a, b in pairs), sum(a[1] != b[1] for a, b in pairs)


def _subjects(
    data: Path, home: Path, n_passages: int, seed: int
) -> Iterator[tuple[str, Loaded, Analyzer]]:
    for name in COLLECTIONS if data.is_dir() else ():
        yield name, load(data, name), ENGLISH
    corpus = drawn_corpus(home, n_passages, seed)
    texts = {doc_id(number): text for number, text in corpus.texts()}
    yield f"drawn, {n_passages:,} passages", Loaded(texts, corpus.queries_by_id()), PRETOKENIZED


def _theirs(jar: Path, loaded: Loaded, analyzer: Analyzer, folder: Path) -> Rows:
    anserini = Anserini(jar, folder, is_pretokenized=analyzer is PRETOKENIZED)
    anserini.write(loaded.texts.items(), loaded.queries)
    anserini.index()
    anserini.search(DEPTH)
    lines = anserini.run.read_text(encoding="utf-8").splitlines()
    columns = (line.split(" ") for line in lines)
    return {(topic, rank): (found, score) for topic, _, found, rank, score, _ in columns}


def _ours(loaded: Loaded, analyzer: Analyzer, folder: Path) -> Rows:
    index = build_index(folder, enumerate(loaded.texts.values()), analyzer=analyzer)
    queries: Mapping[str, str] = loaded.queries
    bags = bags_of_words(analyzer, list(queries.values()))
    found, doc_ids = search(index, bags, k=DEPTH, bm25=BM25(K1, B)), list(loaded.texts)
    return {
        (topic, str(rank)): (doc_ids[ordinal], printed(score))
        for topic, hits in zip(queries, found, strict=True)
        for rank, (ordinal, score) in enumerate(
            zip(hits.ordinals.tolist(), adjust_ties(hits.scores), strict=True), start=1
        )
    }
