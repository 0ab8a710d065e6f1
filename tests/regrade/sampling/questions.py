"""Small frames for tests of samples."""

from __future__ import annotations

import numpy as np

from regrade.measures import Rankings
from regrade.sampling.frame import Frame, frame_of


def rankings_of(*topics: list[int]) -> Rankings:
    starts = np.concatenate(([0], np.cumsum([len(one) for one in topics])))
    return Rankings(starts, np.array([p for one in topics for p in one], dtype=np.int64))


def random_frame(seed: int, *, n_runs: int = 2, n_topics: int = 6, depth: int = 5) -> Frame:
    rng = np.random.default_rng(seed)
    runs = [
        rankings_of(*(rng.permutation(12)[:8].tolist() for _ in range(n_topics)))
        for _ in range(n_runs)
    ]
    return frame_of(runs, depth)
