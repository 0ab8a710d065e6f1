"""Agreement of two rankings with ties, at each depth."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

Ties = Literal["a", "b", "w"]


def check_rbo(p: float, ties: str) -> None:
    if not 0 < p < 1:
        raise ValueError(f"p lies between 0 and 1, not {p}")
    if ties not in get_args(Ties):
        raise ValueError(f"ties are taken as one of {', '.join(get_args(Ties))}, not {ties!r}")


def shares_within(
    tops: NDArray[np.float64], sizes: NDArray[np.float64], depth: int, ties: Ties
) -> NDArray[np.float64]:
    """How much of each item lies within each depth, from 0 to 1.

    Args:
        tops: shape (..., n_items). The first rank of the item's group, from 1; infinite for an
            item that is not ranked.
        sizes: shape (..., n_items). The group's items; 1 without a tie.
        depth: the deepest.
        ties: "w" has a group wholly within its first rank, "a" and "b" a rank at a time.

    Returns:
        Shape (..., n_items, depth).
    """
    passed: NDArray[np.float64] = np.arange(2.0, depth + 2.0) - tops[..., None]
    if ties == "w":
        return (passed >= 1.0).astype(np.float64)
    # In place: redrawn rankings make these arrays large, and a new one costs more than the sums.
    passed /= sizes[..., None]
    return np.clip(passed, 0.0, 1.0, out=passed)


def overlap(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Items shared within each depth, from shares of shape (..., n_items, depth)."""
    return np.asarray((first * second).sum(axis=-2))


def extent(shares: NDArray[np.float64], ties: Ties) -> NDArray[np.float64]:
    """What a list holds within each depth: items for w, squared shares for b, ranks for a."""
    if ties == "a":
        depths = np.arange(1.0, shares.shape[-1] + 1.0)
        return np.broadcast_to(depths, (*shares.shape[:-2], depths.size)).copy()
    return np.asarray((shares if ties == "w" else shares**2).sum(axis=-2))


def agreement(
    shared: NDArray[np.float64],
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    ties: Ties,
) -> NDArray[np.float64]:
    """Overlap over the mean of both lists' extents: geometric for a and b, arithmetic for w.

    At most 1, which rounding could pass.
    """
    mean = (first + second) / 2.0 if ties == "w" else np.sqrt(first * second)
    return np.asarray(np.minimum(shared / mean, 1.0))


def weigh(agreed: NDArray[np.float64], beyond: float, p: float) -> NDArray[np.float64]:
    """(1 - p) / p sum_{d=1..n} A_d p^d + beyond p^n, in [0, 1]; exactly 1 where all are 1.

    The weights do not add up to 1 to the last bit. So above a half the value is 1 less what is
    lost, below it the sum as it stands; both the same in every batch of rankings.

    Args:
        agreed: shape (..., n). A_d in [0, 1] at each depth d from 1.
        beyond: agreement at all greater depths.
        p: persistence.

    Returns:
        Shape (...,).
    """
    n = agreed.shape[-1]
    weights, rest = (1.0 - p) * p ** np.arange(n), p**n
    lost = ((1.0 - agreed) * weights).sum(axis=-1) + (1.0 - beyond) * rest
    found = (agreed * weights).sum(axis=-1) + beyond * rest
    return np.asarray(np.where(lost < 0.5, 1.0 - lost, found))
