"""Compare every row of Regrade's rankings with the oracle's, and with published figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.lexical import anserini, our_rankings
from benchmarks.lexical.anserini import Rankings, Setting
from benchmarks.lexical.comparison import compare, rewritten, same_but_for_ties, to_six
from benchmarks.lexical.corpus import doc_id, drawn_corpus
from benchmarks.lexical.oracle import PROGRAMS
from benchmarks.lexical.published import published_table
from benchmarks.running.tables import Cell, Say, Table
from tests.small_collections import COLLECTIONS, Loaded, load

DEPTH = 1_000
K1, B = 0.82, 0.68
HEADERS = (
    "collection",
    "topics",
    "rows",
    "other passage",
    "other score, 6 decimals",
    "other float before ties are adjusted",
    "topics unlike with ties left",
)


class Subject(NamedTuple):
    """A collection and setting for both sides to rank, and the folder of their indexes."""

    name: str
    loaded: Loaded
    setting: Setting
    folder: Path


def exact_tables(
    jar: Path, data: Path, home: Path, n_passages: int, seed: int, say: Say
) -> Iterator[Table]:
    """One row a collection, then CACM's published figures; `home` keeps the indexes."""
    rows: list[Sequence[Cell]] = []
    notes = []
    for subject in _subjects(data, home, n_passages, seed):
        say(f"{subject.name}: ranking with both")
        row, note = _compare(jar, subject)
        rows.append(row)
        notes += [f"{subject.name}: {note}."] if note else []
    said = " ".join(notes) or "No row differs."
    title = f"Compared with Anserini 0.24 (Lucene 9.9): k1 = {K1}, b = {B}, top {DEPTH:,}"
    yield Table(title, HEADERS, rows, said)
    if data.is_dir():
        yield published_table(data)


def _subjects(data: Path, home: Path, n_passages: int, seed: int) -> Iterator[Subject]:
    folder = home / "bench-lexical" / "exact"
    if data.is_dir():
        for name in COLLECTIONS:
            setting = Setting(K1, B, DEPTH, is_pretokenized=False)
            yield Subject(name, load(data, name), setting, folder / name)
    corpus = drawn_corpus(home, n_passages, seed)
    texts = {doc_id(number): text for number, text in corpus.texts()}
    queries = {str(number): text for number, text in enumerate(corpus.query_texts(), start=1)}
    setting = Setting(K1, B, DEPTH, is_pretokenized=True)
    name = f"drawn, {n_passages:,} passages"
    yield Subject(name, Loaded(texts, queries), setting, folder / corpus.folder.name)


def _compare(jar: Path, subject: Subject) -> tuple[Sequence[Cell], str]:
    queries, doc_ids = subject.loaded.queries, list(subject.loaded.texts)
    with_ties, floats, arbitrary = _oracle(jar, subject)
    with TemporaryDirectory(dir=subject.folder) as folder:
        is_pretokenized = subject.setting.is_pretokenized
        texts = subject.loaded.texts.values()
        index = our_rankings.build(Path(folder) / "ours", texts, is_pretokenized=is_pretokenized)
        found = our_rankings.rank(index, queries, subject.setting)
    after = compare(our_rankings.adjusted(found, doc_ids), with_ties)
    ours = our_rankings.raw(found, doc_ids)
    before = compare(ours, rewritten(floats))
    unlike = [
        topic
        for topic in {**ours, **arbitrary}
        if not same_but_for_ties(to_six(ours.get(topic, [])), arbitrary.get(topic, []))
    ]
    columns = (after.n_order, after.n_score, before.n_order + before.n_score, len(unlike))
    row = (subject.name, after.n_topics, after.n_rows, *columns)
    return row, after.first or before.first


def _oracle(jar: Path, subject: Subject) -> tuple[Rankings, Rankings, Rankings]:
    """The oracle's rankings: ties adjusted, raw floats, and with Anserini's tie breaking off."""
    folder, setting = subject.folder, subject.setting
    if not (folder / "anserini" / "done").is_file():
        anserini.write_collection(folder / "texts", subject.loaded.texts.items())
    index, topics = folder / "anserini", folder / "topics.tsv"
    is_pretokenized = setting.is_pretokenized
    anserini.build(jar, folder / "texts", index, is_pretokenized=is_pretokenized)
    anserini.write_topics(topics, subject.loaded.queries)
    return (
        anserini.search(jar, index, topics, setting, run=folder / "run.txt"),
        anserini.search_raw(jar, index, topics, setting, PROGRAMS / "RawSearch.java"),
        anserini.search(
            jar, index, topics, setting, "-arbitraryScoreTieBreak", run=folder / "run-ties.txt"
        ),
    )
