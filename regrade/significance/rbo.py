"""Rank-biased overlap of two orders of the same items, with ties."""

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


def rbo(
    first: NDArray[np.float64], second: NDArray[np.float64], *, p: float = 0.9, ties: Ties = "a"
) -> NDArray[np.float64]:
    """Extrapolated rank-biased overlap of two full rankings of the same items, given by scores.

    RBO_ext = (1 - p) / p sum_{d=1..n} A_d p^d + p^n,  A_d = agreement down to depth d; A_n is 1,
    c(e, d) = share of item e within depth d: (d - first rank + 1) / size of its group, in [0, 1]
    a: A_d = sum_e c1 c2 / d, the mean over all ways to break ties (and so RBO's)
    b: A_d = sum_e c1 c2 / sqrt(sum_e c1^2 sum_e c2^2), so that equal ties agree in full
    w: A_d = 2 |both| / (|one| + |other|), a group wholly within the depth of its first rank

    Args:
        first: shape (..., n). Scores in one ranking, higher is better.
        second: shape (..., n). Scores of the same items in the other.
        p: probability to look one rank further, between 0 and 1.
        ties: "a" where a tie means that the order is not known, "b" to take out what ties lose
            of it, "w" where tied items really share a rank.

    Returns:
        Shape (...,), in [0, 1]; it cannot be 0, since full rankings end in agreement. NaN for
        no items.

    Raises:
        ValueError: p outside (0, 1), or unknown ties.

    Source:
        Webber, Moffat and Zobel, TOIS 28(4), 2010 (w; without ties all three are theirs); Corsi
        and Urbano, SIGIR 2024 (a and b).
    """
    check_rbo(p, ties)
    if first.shape[-1] == 0:
        return np.full(first.shape[:-1], np.nan)
    one, two = _shares_of(first, ties), _shares_of(second, ties)
    shared, extents = (one * two).sum(axis=-2), (_extent(one, ties), _extent(two, ties))
    mean = (extents[0] + extents[1]) / 2.0 if ties == "w" else np.sqrt(extents[0] * extents[1])
    return _weigh(np.minimum(shared / mean, 1.0), p)  # rounding could pass 1


def _shares_of(scores: NDArray[np.float64], ties: Ties) -> NDArray[np.float64]:
    """How much of each item lies within each depth, from 0 to 1: shape (..., n_items, depth)."""
    higher = scores[..., None, :] - scores[..., :, None]  # (..., i, j): j over i
    tops = 1.0 + (higher > 0.0).sum(axis=-1, dtype=np.float64)
    sizes = (higher == 0.0).sum(axis=-1, dtype=np.float64)
    passed: NDArray[np.float64] = np.arange(2.0, scores.shape[-1] + 2.0) - tops[..., None]
    if ties == "w":
        return (passed >= 1.0).astype(np.float64)
    # In place: redrawn rankings make these arrays large, and a new one costs more than the sums.
    passed /= sizes[..., None]
    return np.clip(passed, 0.0, 1.0, out=passed)


def _extent(shares: NDArray[np.float64], ties: Ties) -> NDArray[np.float64]:
    """Size of a list within each depth: items for w, squared shares for b, ranks for a."""
    if ties == "a":
        return np.arange(1.0, shares.shape[-1] + 1.0)
    return np.asarray((shares if ties == "w" else shares**2).sum(axis=-2))


def _weigh(agreed: NDArray[np.float64], p: float) -> NDArray[np.float64]:
    """(1 - p) / p sum_{d=1..n} A_d p^d + p^n, in [0, 1]; exactly 1 where all are 1.

    The weights do not add up to 1 to the last bit. So above a half the value is 1 less what is
    lost, below it the sum as it stands; both the same in every batch of rankings.
    """
    weights = (1.0 - p) * p ** np.arange(agreed.shape[-1])
    lost = ((1.0 - agreed) * weights).sum(axis=-1)
    found = (agreed * weights).sum(axis=-1) + p ** agreed.shape[-1]
    return np.asarray(np.where(lost < 0.5, 1.0 - lost, found))
