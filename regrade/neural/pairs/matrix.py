from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

PairMatrix: TypeAlias = NDArray[np.floating[Any]]

# What stands on the diagonal of a checked matrix, where no pair is: on neither side of 0.5.
NO_PAIR = 0.5


def check_pairs(p: PairMatrix) -> NDArray[np.float64]:
    """Check one topic's pair scores; returns them as float64 with 0.5 on the diagonal.

    Args:
        p: shape (n, n). p[i, j] is the probability that passage i beats passage j.

    Returns:
        shape (n, n), a copy; n may be 0.

    Raises:
        ValueError: p is not square, or holds off the diagonal what is no probability.
    """
    if p.ndim != 2 or p.shape[0] != p.shape[1]:
        raise ValueError(f"pair scores are a square matrix; this one has the shape {p.shape}")
    checked = p.astype(np.float64)
    np.fill_diagonal(checked, NO_PAIR)
    is_probability = (checked >= 0) & (checked <= 1)  # false for NaN
    if not is_probability.all():
        i, j = np.argwhere(~is_probability)[0].tolist()
        raise ValueError(f"the score of pair ({i}, {j}) is {checked[i, j]:g}, no probability")
    return checked
