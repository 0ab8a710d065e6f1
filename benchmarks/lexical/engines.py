"""Run one engine in a process of its own: build an index, or open one and time searches.

`python -m MODULE ENGINE index CORPUS FOLDER` and `python -m MODULE ENGINE search CORPUS FOLDER`
print one line of JSON. Regrade's own engine and the others' run in different environments.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from benchmarks.lexical.corpus import Corpus

DEPTHS = (100, 1_000)
THREADS = (1, 2)
SETTINGS = [(k, n_threads) for k in DEPTHS for n_threads in THREADS]


class Engine(Protocol):
    """A search engine to time; queries are prepared in its own form before the clock starts."""

    def index(self, corpus: Corpus, folder: Path) -> None:
        """Build a complete index on disk from the file of texts; terms are split at blanks."""

    def open(self, folder: Path, queries: Sequence[str]) -> None:
        """Open the index, ready for the first query, and convert the queries to its own form."""

    def search(self, k: int, n_threads: int) -> object:
        """Answer all queries."""


def time_search(engine: Engine, corpus: Corpus, folder: Path) -> dict[str, object]:
    """Open, warm up with every query once at each setting, then time each setting once."""
    engine.open(folder, corpus.query_texts())
    for setting in SETTINGS:
        engine.search(*setting)
    rows = [
        {"k": k, "n_threads": n_threads, **_timed(partial(engine.search, k, n_threads))}
        for k, n_threads in SETTINGS
    ]
    return {"rows": rows}


def time_index(engine: Engine, corpus: Corpus, folder: Path) -> Mapping[str, object]:
    return _timed(lambda: engine.index(corpus, folder))


def main(engines: Mapping[str, Callable[[], Engine]], arguments: Sequence[str]) -> None:
    name, act, corpus, folder = arguments
    timed = {"index": time_index, "search": time_search}[act]
    found = timed(engines[name](), Corpus(Path(corpus)), Path(folder))
    sys.stdout.write(json.dumps(found) + "\n")


def _timed(act: Callable[[], object]) -> dict[str, float]:
    began, used = time.perf_counter(), time.process_time()
    act()
    return {"wall_s": time.perf_counter() - began, "cpu_s": time.process_time() - used}
