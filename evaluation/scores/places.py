"""Places of runs by their means."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from regrade.measures import Measure
from regrade.significance.pairs import DECIMALS


def places_of(
    means: NDArray[np.float64], measure: Measure, method: Literal["min", "average"]
) -> NDArray[np.float64]:
    """The place of each mean, the best being 1; means that differ by rounding alone tie.

    Args:
        means: shape (n_runs,).
        method: what those that tie get: the first of their places, or the mean of them.
    """
    compared = np.round(means if measure.lower_is_better else -means, DECIMALS)
    return np.asarray(rankdata(compared, method=method), np.float64)
