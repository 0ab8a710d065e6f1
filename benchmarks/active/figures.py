"""Figures of recall against judgments, a file each collection."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.active.collections import collection_named
from benchmarks.active.comparing import seeds_of
from benchmarks.active.pooling import COLLECTIONS, MOST, POOLINGS, orders_of
from benchmarks.active.simulating import recall_at
from benchmarks.running.lines import Axis, lines_svg

AXIS = Axis("judgments a topic", MOST, (10, 20, 50, 100, 150, 200))


def draw_recalls(folder: Path, n_seeds: int, seed: int) -> None:
    """Draw the mean recall of every strategy into pools-COLLECTION.svg."""
    folder.mkdir(exist_ok=True)
    seeds = range(seed, seed + n_seeds)
    for name in COLLECTIONS:
        lines = {pooling: _recalls(name, pooling, seeds) for pooling in POOLINGS}
        drawn = lines_svg(f"Recall on {name}, mean over topics", AXIS, "recall", lines)
        (folder / f"pools-{name.lower()}.svg").write_text(drawn, encoding="utf-8")


def _recalls(name: str, pooling: str, seeds: range) -> list[float]:
    """After 1, 2, ... judgments a topic."""
    cutoffs = np.arange(1, MOST + 1)
    found = [
        recall_at(order, topic, cutoffs.tolist())
        for seed in seeds_of(pooling, seeds)
        for order, topic in zip(
            orders_of(name, pooling, seed), collection_named(name).topics, strict=True
        )
    ]
    recalls: list[float] = np.mean(found, axis=0).tolist()
    return recalls
