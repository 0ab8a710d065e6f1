"""Batched search on a GPU beside the processor: how much faster, and whether it finds the same."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from statistics import median

import numpy as np

from benchmarks.lexical.corpus import drawn_corpus
from benchmarks.lexical.engines import DEPTHS
from benchmarks.lexical.speed import Surroundings
from benchmarks.lexical.tables import Cell, Table
from ranking.lexical.build import build_index
from ranking.lexical.search import BM25, Hits, bag_of_words, search
from ranking.text.analyzer import PRETOKENIZED

DEVICE_SEARCH = "ranking.lexical.device_search"  # it needs torch; imported only where it can run
NOT_MEASURED = "No GPU was at hand (torch.cuda.is_available() is false): no figure was measured."
HEADERS = ("k", "processor, queries/s", "GPU, queries/s", "times", "rankings that differ")


def device_table(around: Surroundings, n_passages: int) -> Table:
    """Queries a second of all queries in one call, on both; without a GPU, a sentence."""
    cuda = import_module("torch").cuda
    if not cuda.is_available():
        return Table("On a GPU", HEADERS, [], NOT_MEASURED)
    search_on_device = import_module(DEVICE_SEARCH).search_on_device
    corpus = drawn_corpus(around.home, n_passages, around.seed)
    folder = around.home / "bench-lexical" / f"device-{corpus.folder.name}"
    shutil.rmtree(folder, ignore_errors=True)
    index = build_index(folder, corpus.texts(), analyzer=PRETOKENIZED)
    queries = [bag_of_words(PRETOKENIZED, text) for text in corpus.query_texts()]
    rows: list[Sequence[Cell]] = []
    for k in DEPTHS:
        on_processor = partial(search, index, queries, k=k, bm25=BM25())
        on_gpu = partial(search_on_device, index, queries, k=k, bm25=BM25(), device="cuda")
        ours, found = _rate(on_processor, around.n_rounds)
        theirs, same = _rate(on_gpu, around.n_rounds)
        rows.append((k, ours, theirs, theirs / ours, n_unlike(found, same)))
    note = f"{cuda.get_device_name()}; both from memory, all threads of the processor."
    return Table("On a GPU", HEADERS, rows, note)


def n_unlike(ours: Sequence[Hits], theirs: Sequence[Hits]) -> int:
    """Rankings that are not the same to the last bit."""
    return sum(
        not (np.array_equal(a.ordinals, b.ordinals) and np.array_equal(a.scores, b.scores))
        for a, b in zip(ours, theirs, strict=True)
    )


def _rate(act: Callable[[], list[Hits]], n_rounds: int) -> tuple[float, list[Hits]]:
    found = act()  # compiles, and brings the index to where it is searched
    seconds = []
    for _ in range(n_rounds):
        began = time.perf_counter()
        act()
        seconds.append(time.perf_counter() - began)
    return len(found) / median(seconds), found
