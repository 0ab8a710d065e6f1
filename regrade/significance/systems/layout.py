from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.significance.pairs import DECIMALS


class Layout(NamedTuple):
    """Decomposition: value = mean + system's effect + topic's effect + residual.

    Attributes:
        systems: sum of squares of the systems' effects, over all cells.
        topics: sum of squares of the topics' effects, over all cells.
        residual: sum of squares of what is left.
        df: degrees of freedom of the residual, (n_systems - 1) (n_topics - 1).
    """

    systems: float
    topics: float
    residual: float
    df: int

    @property
    def residual_variance(self) -> float:
        return self.residual / self.df


def two_way_layout(values: NDArray[np.float64]) -> Layout:
    """Sums of squares of a table of systems and topics with one value a cell.

    Effects and residuals are rounded to twelve decimals, so that a table that is a sum of
    systems' and topics' effects has a residual of 0 and not of its rounding error.

    Args:
        values: shape (n_systems, n_topics), at least 2 by 2, finite.
    """
    n_systems, n_topics = values.shape
    centered = values - values.mean()
    systems, topics = centered.mean(axis=1), centered.mean(axis=0)
    residuals = centered - systems[:, None] - topics
    return Layout(
        n_topics * _sum_of_squares(systems),
        n_systems * _sum_of_squares(topics),
        _sum_of_squares(residuals),
        (n_systems - 1) * (n_topics - 1),
    )


def _sum_of_squares(effects: NDArray[np.float64]) -> float:
    return float(np.sum(np.round(effects, DECIMALS) ** 2))
