"""What a device can do, and what the search on it makes of that, in one run.

`python -m benchmarks.lexical.device_ceilings CORPUS INDEX [DEVICE]`, where CORPUS is a folder of a
drawn corpus and INDEX one of its index. The two ceilings are the rate at which memory is copied,
bytes read and bytes written counted both, and that at which float64 numbers are added at random
cells. A search is timed three times, the median counts: whole, and without the planning that the
processor does. Its hits are compared with the processor's bit for bit.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median

import torch  # noqa: TID253  (nothing is measured without it)
from tabulate import tabulate

from benchmarks.lexical.corpus import Corpus
from benchmarks.running.machine import describe_machine
from regrade.bm25.device_index import DeviceIndex
from regrade.bm25.device_search import search_on_device
from regrade.bm25.lexical_index import LexicalIndex
from regrade.bm25.search import DEFAULTS, Hits, bag_of_words, plan, search
from regrade.text.analyzer import PRETOKENIZED

DEPTHS = (100, 1_000)
N_TIMES = 3
COPIED = {"cuda": 1 << 32, "cpu": 1 << 27}  # bytes
ADDED = {"cuda": 1 << 27, "cpu": 1 << 22}  # numbers, over four times as many cells


def seconds(act: Callable[[], object], device: torch.device) -> float:
    """The median of some runs after one that is not counted, until the device has done."""
    taken = []
    for _ in range(1 + N_TIMES):
        began = time.perf_counter()
        act()
        if device.type == "cuda":
            torch.cuda.synchronize(device)
        taken.append(time.perf_counter() - began)
    return median(taken[1:])


def copied_a_second(device: torch.device) -> float:
    """Gigabytes read and written."""
    source = torch.ones(COPIED[device.type], dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    return 2e-9 * source.numel() / seconds(lambda: target.copy_(source), device)


def added_a_second(device: torch.device) -> float:
    """Billions of numbers added at random cells."""
    n = ADDED[device.type]
    sums = torch.zeros(4 * n, dtype=torch.float64, device=device)
    cells = torch.randint(4 * n, (n,), dtype=torch.int32, device=device)
    numbers = torch.rand(n, dtype=torch.float64, device=device)
    return 1e-9 * n / seconds(lambda: sums.index_add_(0, cells, numbers), device)


def is_same(found: Sequence[Hits], wanted: Sequence[Hits]) -> bool:
    pairs = zip(found, wanted, strict=True)
    return all(a.tobytes() == b.tobytes() for hits in pairs for a, b in zip(*hits, strict=True))


def main(corpus: Corpus, index: LexicalIndex, device: torch.device) -> str:
    queries = [bag_of_words(PRETOKENIZED, text) for text in corpus.query_texts()]
    began = time.perf_counter()
    uploaded = DeviceIndex.upload(index, str(device))
    copied_s = time.perf_counter() - began
    rows = [
        ("copied, GB/s", f"{copied_a_second(device):,.0f}"),
        ("float64 added at random cells, 1e9/s", f"{added_a_second(device):.2f}"),
        ("index copied to the device, s", f"{copied_s:.2f}"),
    ]
    planned = seconds(lambda: plan(index, queries, DEFAULTS), device)
    for k in DEPTHS:
        whole = seconds(partial(search_on_device, uploaded, queries, k=k), device)
        same = is_same(search_on_device(uploaded, queries, k=k), search(index, queries, k=k))
        rows += [
            (f"k = {k}: queries/s, whole", f"{len(queries) / whole:,.0f}"),
            (f"k = {k}: queries/s, planning taken off", f"{len(queries) / (whole - planned):,.0f}"),
            (f"k = {k}: the processor's hits, bit for bit", "yes" if same else "NO"),
        ]
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else "the processor"
    head = f"{describe_machine()}, torch {torch.__version__} on {name}, {len(queries)} queries"
    return f"{head}\n{tabulate(rows, disable_numparse=True)}\n"


if __name__ == "__main__":
    corpus_folder, index_folder, *chosen = sys.argv[1:]
    opened = LexicalIndex.open(Path(index_folder))
    on = torch.device(*(chosen or ["cuda"]))
    sys.stdout.write(main(Corpus(Path(corpus_folder)), opened, on))
