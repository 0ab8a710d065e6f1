"""Pair scores to aggregate: one worked by hand, and any that a ranker could leave."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

NAN = float("nan")

# Pairs (0, 2) and (1, 2) do not flip; (0, 1) does: both are said to win when they come first.
BY_HAND = np.array([[NAN, 0.75, 0.5], [0.75, NAN, 0.25], [0.25, 0.5, NAN]], dtype=np.float32)


def without_diagonal(p: NDArray[Any]) -> NDArray[np.float32]:
    """As they are kept: nothing stands where no pair is."""
    kept = p.astype(np.float32)
    np.fill_diagonal(kept, np.nan)
    return kept


def drawn(n: int, seed: int = 1) -> NDArray[np.float32]:
    return without_diagonal(np.random.default_rng(seed).random((n, n)))


def pair_scores(
    max_n: int = 9, min_n: int = 0, values: st.SearchStrategy[float] | None = None
) -> st.SearchStrategy[NDArray[np.float32]]:
    """Any, 0 and 1 and equal ones among them."""
    plain = st.floats(0, 1, width=32) | st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
    sizes = st.integers(min_n, max_n)
    return sizes.flatmap(
        lambda n: arrays(np.float32, (n, n), elements=values or plain).map(without_diagonal)
    )


def consistent(p: NDArray[np.float32]) -> NDArray[np.float64]:
    """Pair scores that answer the same either way round: p_ji = 1 - p_ij, exactly."""
    quarters = np.triu(np.round(np.nan_to_num(p).astype(np.float64) * 4) / 4, 1)
    lower = np.tril(1 - quarters.T, -1)
    return np.asarray(quarters + lower)
