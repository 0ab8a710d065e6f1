from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def tau_b(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Kendall's tau-b of two rankings given by scores, corrected for ties in either.

    tau_b = (C - D) / sqrt((C + D + F) (C + D + S)),  C and D = concordant and discordant pairs,
    F and S = pairs tied in the second, the first ranking alone

    Args:
        first: shape (..., n). Scores in one ranking, higher is better.
        second: shape (..., n). Scores of the same items in the other.

    Returns:
        Shape (...,), in [-1, 1]; NaN where a ranking ties all its items, and for fewer than two.

    Source:
        Kendall, Biometrika 33(3), 1945. Agrees with scipy.stats.kendalltau.
    """
    i, j = np.triu_indices(first.shape[-1], 1)
    one = np.sign(first[..., i] - first[..., j])
    two = np.sign(second[..., i] - second[..., j])
    untied = np.sqrt(np.abs(one).sum(axis=-1) * np.abs(two).sum(axis=-1))
    tau = np.full(untied.shape, np.nan)
    np.divide((one * two).sum(axis=-1), untied, out=tau, where=untied > 0.0)
    return tau
