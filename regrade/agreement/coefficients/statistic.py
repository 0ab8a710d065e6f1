from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained

Rows = NDArray[Any]  # first axis: pairs
Sums = NDArray[np.float64]  # last axis: what a statistic adds up over pairs


class Statistic(Protocol):
    """A figure that is computed from sums over pairs.

    What topics add to the sums is counted once; to resample topics, or to put a topic aside, then
    takes no look at the pairs.
    """

    def sums(self, rows: Rows) -> Sums:
        """The sums over these pairs, shape (n_sums,); zeros for no pair."""
        ...

    def value(self, sums: Sums) -> NDArray[np.float64]:
        """The statistic from its sums, shape (..., n_sums) to (...,); NaN where undefined."""
        ...


@dataclass(frozen=True)
class Mean:
    """Mean over pairs of a figure that each has, such as a share; NaN cells are left out.

    Rows have the shape (n_pairs,). Undefined where no pair has the figure.
    """

    def sums(self, rows: Rows) -> Sums:
        return np.array([np.nansum(rows), np.count_nonzero(~np.isnan(rows))], dtype=np.float64)

    def value(self, sums: Sums) -> NDArray[np.float64]:
        return ratio(sums[..., 0], sums[..., 1])


@explained
def compute(statistic: Statistic, rows: Rows) -> float | None:
    """The figure over all of these pairs; None where it is not defined.

    Args:
        statistic: `CohenKappa(scale)`, `KrippendorffAlpha(level, grades)` and the like.
        rows: shape (n_pairs, ...), what the statistic reads.

    Raises:
        ValueError: rows of another shape than the statistic reads, or a grade off its scale.
    """
    try:
        value = float(statistic.value(statistic.sums(rows)))
    except (ValueError, IndexError) as error:
        name = type(statistic).__name__
        raise ValueError(f"rows of shape {rows.shape} do not fit {name}: {error}") from error
    return None if np.isnan(value) else value


def ratio(above: NDArray[Any], below: NDArray[Any]) -> NDArray[np.float64]:
    """Elementwise quotient; NaN where the divisor is 0."""
    above, below = np.broadcast_arrays(above, below)
    quotient = np.full(above.shape, np.nan)
    np.divide(above, below, out=quotient, where=below != 0)
    return quotient
