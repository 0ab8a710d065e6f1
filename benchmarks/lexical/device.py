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
from benchmarks.running.tables import Cell, Table
from regrade.bm25.build import build_index
from regrade.bm25.device_index import DeviceIndex
from regrade.bm25.device_search import search_on_device
from regrade.bm25.search import Hits, bags_of_words, search
from regrade.text.analyzer import PRETOKENIZED

NOT_MEASURED = "No GPU was at hand (torch.cuda.is_available() is false): no figure was measured."
TITLE = "On a GPU"
HEADERS = ("k", "processor, queries/s", "GPU, queries/s", "times", "rankings that differ")


def gpu_table(around: Surroundings, n_passages: int) -> Table:
    """Queries a second of all queries in one call, on a GPU beside the processor."""
    cuda = import_module("torch").cuda
    if not cuda.is_available():
        return Table(TITLE, HEADERS, [], NOT_MEASURED)
    corpus = drawn_corpus(around.home, n_passages, around.seed)
    folder = around.home / "bench-lexical" / f"device-{corpus.folder.name}"
    shutil.rmtree(folder, ignore_errors=True)
    index = build_index(folder, corpus.texts(), analyzer=PRETOKENIZED)
    uploaded = DeviceIndex.upload(index, "cuda")
    queries = bags_of_words(PRETOKENIZED, list(corpus.query_texts()))
    rows: list[Sequence[Cell]] = []
    for k in DEPTHS:
        ours, found = _rate(partial(search, index, queries, k=k), around.n_rounds)
        theirs, same = _rate(partial(search_on_device, uploaded, queries, k=k), around.n_rounds)
        rows.append((k, ours, theirs, theirs / ours, n_unlike(found, same)))
    note = (
        f"{cuda.get_device_name()}; both from memory, all threads of the processor. The index was"
        " copied to the GPU before."
    )
    return Table(TITLE, HEADERS, rows, note)


def n_unlike(ours: Sequence[Hits], theirs: Sequence[Hits]) -> int:
    """Rankings that are not the same to the last bit."""
    return sum(
        not (np.array_equal(a.ordinals, b.ordinals) and np.array_equal(a.scores, b.scores))
        for a, b in zip(ours, theirs, strict=True)
    )


def _rate(act: Callable[[], list[Hits]], n_rounds: int) -> tuple[float, list[Hits]]:
    found = act()  # compiles
    seconds = []
    for _ in range(n_rounds):
        began = time.perf_counter()
        act()
        seconds.append(time.perf_counter() - began)
    return len(found) / median(seconds), found
