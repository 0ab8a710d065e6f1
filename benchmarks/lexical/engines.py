"""Run one engine in a process of its own: build an index, or open one and time searches.

`python -m MODULE ENGINE index CORPUS FOLDER` and `python -m MODULE ENGINE search CORPUS FOLDER`
print one line of JSON. Regrade's own engine and the others' run in different environments.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from benchmarks.lexical.corpus import Corpus

DEPTHS = (100, 1_000)
THREADS = (1, 2)


class Engine(Protocol):
    """A search engine to time; queries are prepared in its own form before the clock starts."""

    def index(self, corpus: Corpus, folder: Path) -> None:
        """Build a complete index on disk from the file of texts; terms are split at blanks."""

    def open(self, folder: Path) -> None:
        """Open the index, ready for the first query."""

    def prepare(self, queries: Sequence[str]) -> None:
        """Convert queries to the engine's own form."""

    def search(self, k: int, n_threads: int) -> int:
        """Answer all queries; returns the number of passages found."""


@dataclass(frozen=True)
class Took:
    """Wall and total processor seconds of a thousand queries at one depth."""

    mode: str
    k: int
    n_threads: int
    wall_s: float
    cpu_s: float
    n_found: int


def time_search(engine: Engine, corpus: Corpus, folder: Path) -> dict[str, object]:
    """Open, warm up with every query once at each setting, then time each setting once."""
    began = time.perf_counter()
    engine.open(folder)
    open_s = time.perf_counter() - began
    engine.prepare(corpus.query_texts())
    settings = [(k, n_threads) for k in DEPTHS for n_threads in THREADS]
    for k, n_threads in settings:
        engine.search(k, n_threads)
    rows = [asdict(_timed(engine, k, n_threads)) for k, n_threads in settings]
    return {"open_s": open_s, "rows": rows}


def time_index(engine: Engine, corpus: Corpus, folder: Path) -> dict[str, object]:
    began, used = time.perf_counter(), time.process_time()
    engine.index(corpus, folder)
    return {"wall_s": time.perf_counter() - began, "cpu_s": time.process_time() - used}


def main(engines: Mapping[str, Callable[[], Engine]], arguments: Sequence[str]) -> None:
    name, act, corpus, folder = arguments
    timed = {"index": time_index, "search": time_search}[act]
    found = timed(engines[name](), Corpus(Path(corpus)), Path(folder))
    sys.stdout.write(json.dumps(found) + "\n")


def _timed(engine: Engine, k: int, n_threads: int) -> Took:
    began, used = time.perf_counter(), time.process_time()
    n_found = engine.search(k, n_threads)
    took = time.perf_counter() - began, time.process_time() - used
    return Took("", k, n_threads, *took, n_found)
