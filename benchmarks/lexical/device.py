"""Batched search on a GPU beside the processor: how much faster, and whether it finds the same."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.lexical.corpus import Corpus
from benchmarks.lexical.engines import DEPTHS
from benchmarks.running.tables import Table
from benchmarks.running.timing import time_in_turn
from regrade.bm25.build import build_index
from regrade.bm25.device_index import DeviceIndex
from regrade.bm25.device_search import search_on_device
from regrade.bm25.search import bags_of_words, search
from regrade.text.analyzer import PRETOKENIZED


def gpu_table(corpus: Corpus, n_rounds: int) -> Table:
    """Queries a second of all queries in one call, on a GPU beside the processor."""
    headers = ("k", "processor, queries/s", "GPU, queries/s", "times", "rankings that differ")
    if not import_module("torch").cuda.is_available():
        return Table("On a GPU", headers, [], "There is no GPU here: nothing was measured.")
    queries, rows = bags_of_words(PRETOKENIZED, corpus.query_texts()), []
    with TemporaryDirectory(dir=corpus.folder) as folder:
        index = build_index(Path(folder) / "index", corpus.texts(), analyzer=PRETOKENIZED)
        uploaded = DeviceIndex.upload(index, "cuda")
        for k in DEPTHS:
            here = partial(search, index, queries, k=k)
            there = partial(search_on_device, uploaded, queries, k=k)
            n_unlike = sum(  # this compiles both, too
                not all(map(np.array_equal, ours, theirs))
                for ours, theirs in zip(here(), there(), strict=True)
            )
            steps = time_in_turn({"here": here, "there": there}, n_rounds)
            ours_s, theirs_s = steps["here"].median_s, steps["there"].median_s
            n = len(queries)
            rows.append((k, n / ours_s, n / theirs_s, ours_s / theirs_s, n_unlike))
    return Table("On a GPU", headers, rows)
