from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import stats


def spearman(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Spearman's rank correlation of two rankings given by scores; ties share their mean rank.

    rho = Pearson's correlation of the ranks

    Args:
        first: shape (..., n). Scores in one ranking, higher is better.
        second: shape (..., n). Scores of the same items in the other.

    Returns:
        Shape (...,), in [-1, 1]; NaN where a ranking ties all its items, and for fewer than two.

    Source:
        Spearman, American Journal of Psychology 15(1), 1904. Agrees with scipy.stats.spearmanr.
    """
    one, two = _centered_ranks(first), _centered_ranks(second)
    spread = np.sqrt((one**2).sum(axis=-1) * (two**2).sum(axis=-1))
    rho = np.full(spread.shape, np.nan)
    np.divide((one * two).sum(axis=-1), spread, out=rho, where=spread > 0.0)
    return rho


def _centered_ranks(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    ranks = stats.rankdata(scores, axis=-1)
    # The mean rank is (n + 1) / 2 with ties as without.
    return np.asarray(ranks - (scores.shape[-1] + 1) / 2.0)
