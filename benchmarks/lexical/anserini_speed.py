"""Anserini as it is run from a command line: whole processes, Java's start included."""

from __future__ import annotations

import shutil
from pathlib import Path
from statistics import median

from benchmarks.lexical import anserini
from benchmarks.lexical.anserini import INDEX, SEARCH
from benchmarks.lexical.corpus import Corpus, doc_id
from benchmarks.lexical.engines import DEPTHS
from benchmarks.lexical.oracle import OracleMissing, java_command
from benchmarks.lexical.peers import Indexed, Searched, size_mb
from benchmarks.running.metered import metered
from benchmarks.running.tables import Say

NAME = "Anserini, whole process"


def time_anserini(
    jar: Path, corpus: Corpus, folder: Path, n_rounds: int, say: Say
) -> tuple[Indexed, list[Searched]]:
    """Index from JSON lines, and 1,000 queries with the run written as text; two and one thread."""
    collection, index = folder / "Anserini-texts", folder / "Anserini"
    texts = ((doc_id(number), text) for number, text in corpus.texts())
    anserini.write_collection(collection, texts)
    topics = folder / "topics.tsv"
    numbered = {str(at): text for at, text in enumerate(corpus.query_texts(), start=1)}
    anserini.write_topics(topics, numbered)
    say(f"{NAME}: {n_rounds} rounds")
    indexings = []
    for _ in range(n_rounds):
        shutil.rmtree(index, ignore_errors=True)
        indexings.append(_metered(_indexing(jar, collection, index)))
    searched = []
    for k in DEPTHS:
        program = _searching(jar, index, topics, folder / "run.txt", k)
        walls, cpus, _ = zip(*(_metered(program) for _ in range(n_rounds)), strict=True)
        searched.append(Searched(NAME, k, 1, median(walls), median(cpus)))
    walls, cpus, peaks = zip(*indexings, strict=True)
    return Indexed(median(walls), median(cpus), max(peaks), size_mb(index)), searched


def _indexing(jar: Path, collection: Path, index: Path) -> list[str]:
    options = ["-generator", "DefaultLuceneDocumentGenerator", "-threads", "2", "-pretokenized"]
    files = ["-collection", "JsonCollection", "-input", collection, "-index", index]
    return java_command(jar, INDEX, *files, *options)


def _searching(jar: Path, index: Path, topics: Path, run: Path, k: int) -> list[str]:
    model = ["-bm25", "-bm25.k1", "0.82", "-bm25.b", "0.68", "-pretokenized", "-threads", "1"]
    files = ["-index", index, "-topics", topics, "-topicReader", "TsvString", "-output", run]
    return java_command(jar, SEARCH, *files, *model, "-hits", k)


def _metered(program: list[str]) -> tuple[float, float, float]:
    """Seconds of the clock and of the processor, and the most memory in MB."""
    took = metered(program)
    if took.code:
        raise OracleMissing(f"{program[4]} failed with code {took.code}")
    return took.wall_s, took.cpu_s, took.peak_mb
