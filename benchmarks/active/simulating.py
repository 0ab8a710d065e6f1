"""Continuous active learning on full labels, which answer at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.active.collections import Topic
from regrade.active.batches import batch_sizes
from regrade.active.strategy import NOTHING, Judged, Ordinals, Strategy


def judged_order(strategy: Strategy, topic: Topic, n: int, seed: int) -> Ordinals:
    """The first n passages that a strategy has judged for a topic, batch after batch."""
    relevant = [*topic.relevant]
    judged = NOTHING
    for step, size in enumerate(batch_sizes()):
        left = n - judged.passages.size
        if left <= 0:
            break
        chosen = strategy.choose(judged, min(size, left), seed + step)
        if not chosen.size:
            break
        passages = np.concatenate([judged.passages, chosen])
        judged = Judged(passages, np.isin(passages, relevant), judged.waiting)
    return judged.passages


def recall_at(order: Ordinals, topic: Topic, cutoffs: Sequence[int]) -> NDArray[np.float64]:
    """Share of the relevant passages among the first so many judged."""
    found = np.cumsum(np.isin(order, [*topic.relevant]))
    last = np.minimum(cutoffs, order.size) - 1
    return np.asarray(found[last] / len(topic.relevant))
