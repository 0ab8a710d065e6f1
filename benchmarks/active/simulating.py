"""Continuous active learning on full labels, which answer at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.active.collections import Topic
from regrade.active.batches import batch_sizes
from regrade.active.strategy import NOTHING, Judged, Ordinals, Strategy


class Pace(NamedTuple):
    """How a strategy is asked.

    Attributes:
        sizes: of the batches.
        reseeds: whether each step draws from a seed of its own. Strategies whose whole order
            follows from one seed keep it.
    """

    sizes: Callable[[], Iterator[int]]
    reseeds: bool


IN_BATCHES = Pace(batch_sizes, reseeds=True)
ONE_BY_ONE = Pace(partial(batch_sizes, growth=0), reseeds=False)


def judged_order(
    strategy: Strategy, topic: Topic, n: int, seed: int, pace: Pace = IN_BATCHES
) -> Ordinals:
    """The first n passages that a strategy has judged for a topic, batch after batch.

    Fewer where the strategy has no more to choose.
    """
    relevant = [*topic.relevant]
    judged = NOTHING
    for step, size in enumerate(pace.sizes()):
        left = n - judged.passages.size
        if left <= 0:
            break
        chosen = strategy.choose(judged, min(size, left), seed + step * pace.reseeds)
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
