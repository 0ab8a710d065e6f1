"""Reviews drawn from a seed: relevant passages mostly come early, in batches of any size."""

from __future__ import annotations

import numpy as np

from regrade.active.stopping.review import Review


def drawn_review(seed: int, n_passages: int = 120) -> Review:
    rng = np.random.default_rng(seed)
    n_judged = int(rng.integers(n_passages // 2, n_passages + 1))
    chances = np.exp(-np.arange(n_judged) / rng.integers(3, 30))
    ends = np.sort(rng.integers(0, n_judged + 1, 15))
    batches = np.diff(ends, prepend=0, append=n_judged)
    return Review(rng.random(n_judged) < chances, batches, n_passages)


def part_of(review: Review, n_batches: int) -> Review:
    """The review after its first batches."""
    batches = review.batches[:n_batches]
    return Review(review.is_relevant[: batches.sum()], batches, review.n_passages)
