"""Sizes of batches in continuous active learning, and samples of batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from regrade.active.strategy import Ordinals
from regrade.given import explained

GROWTH = 10  # percent
FIRST_TARGET = 25  # relevant passages up to which all of a batch is judged


class SampledBatch(NamedTuple):
    """A batch that is judged in part.

    Attributes:
        judged: to be judged, in the order of the batch.
        left_out: the others. They are never chosen again and train nothing, neither as relevant
            nor as not relevant: give them to the strategy as waiting.
    """

    judged: Ordinals
    left_out: Ordinals


def batch_sizes(*, first: int = 1, growth: int = GROWTH) -> Iterator[int]:
    """Sizes of the batches, one after the other without end: B = 1, then B + ceil(B / 10).

    Args:
        first: another size of the first batch.
        growth: by how many percent each batch is larger than the last, rounded up.

    Source:
        Cormack and Grossman, Autonomy and reliability of continuous active learning for
        technology-assisted review (AutoTAR), arXiv 1504.06868, 2015.
    """
    size = first
    while True:
        yield size
        size += -(-size * growth // 100)


def sampled_size(size: int, n_relevant: int) -> int:
    """How many of a batch are judged: ceil(size * 25 / T).

    T is the first of 25, 50, 100, ... above the number of relevant passages found so far. So all
    of a batch is judged until 25 are found, then half of it until 50 are, and so on.
    """
    target = FIRST_TARGET
    while n_relevant >= target:
        target *= 2
    return -(-size * FIRST_TARGET // target)


@explained
def sample_batch(batch: Ordinals, n_relevant: int, seed: int) -> SampledBatch:
    """Draw those of a batch that are judged, each with the same probability.

    Args:
        batch: what a strategy chose, the most promising first.
        n_relevant: relevant passages found so far, by judgment.

    Source:
        Cormack and Grossman, Scalability of continuous active learning for reliable high-recall
        text classification (S-CAL), CIKM 2016: there a sample of fixed size is judged once batches
        are larger, and the whole batch leaves the passages that can be chosen or drawn as
        negatives, as here. How much is judged follows HiCAL (SIGIR 2018) instead.
    """
    n_judged = sampled_size(batch.size, n_relevant)
    drawn = np.random.default_rng(seed).choice(batch.size, n_judged, replace=False)
    is_judged = np.zeros(batch.size, np.bool_)
    is_judged[drawn] = True
    return SampledBatch(batch[is_judged], batch[~is_judged])


@explained
def estimate_relevant(batches: Sequence[tuple[int, int, int]]) -> float:
    """Estimated number of relevant passages in all batches: sum of r * B / b.

    Args:
        batches: of each the size B, how many were judged b >= 1, and how many of these are
            relevant r.
    """
    return float(sum(found * size / judged for size, judged, found in batches))
