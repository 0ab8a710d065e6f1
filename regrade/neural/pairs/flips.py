"""Pairs of passages that a pairwise ranker orders one way and, asked the other way round, the
other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

PairMatrix: TypeAlias = NDArray[np.floating[Any]]

# What stands on the diagonal of a checked matrix, where no pair is: on neither side of 0.5.
NO_PAIR = 0.5


QUARTILES = (0.0, 0.25, 0.5, 0.75, 1.0)


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


class FlipRates(NamedTuple):
    """How mean flip rates of topics are distributed when the first `n` passages are paired.

    `n_topics` counts the topics that have so many; the quartiles are interpolated linearly.
    """

    n: int
    n_topics: int
    mean: float
    minimum: float
    lower_quartile: float
    median: float
    upper_quartile: float
    maximum: float


def find_flips(p: PairMatrix) -> NDArray[np.bool_]:
    """Which pairs flip: p_ij and 1 - p_ji fall on different sides of 0.5; 0.5 is on neither.

    Args:
        p: shape (n, n). p[i, j] is the probability that passage i beats passage j; the diagonal
            is not read.

    Returns:
        shape (n, n). Symmetric, false on the diagonal.

    Raises:
        ValueError: p is not square, or holds what is no probability.
    """
    checked = check_pairs(p)
    wins, loses = checked > 0.5, checked < 0.5
    return (wins & wins.T) | (loses & loses.T)


def mean_flip_rate(p: PairMatrix) -> float:
    """The share of a topic's pairs that flip.

    rate = 1 / (n - 1) * sum_i (flips of passage i / n).

    Args:
        p: shape (n, n), as `find_flips` takes it.

    Returns:
        Value in [0, 1]; NaN for fewer than two passages, of which there is no pair.

    Raises:
        ValueError: p is not square, or holds what is no probability.
    """
    rates = mean_flip_rates(p)
    return float(rates[-1]) if rates.size else float("nan")


def mean_flip_rates(p: PairMatrix) -> NDArray[np.float64]:
    """`mean_flip_rate` among the first n passages, for every n.

    Args:
        p: shape (m, m), as `find_flips` takes it, the passages in the order of the first stage.

    Returns:
        shape (m,). At n - 1 the rate among the first n, in [0, 1]; NaN for n = 1.

    Raises:
        ValueError: p is not square, or holds what is no probability.
    """
    with_earlier = np.triu(find_flips(p)).sum(axis=0)
    n = np.arange(1, len(with_earlier) + 1)
    n_pairs = n * (n - 1) / 2
    rates = np.full(len(n), np.nan)
    np.divide(with_earlier.cumsum(), n_pairs, out=rates, where=n_pairs > 0)
    return rates


def summarize_flips(rates: Sequence[NDArray[np.float64]], depths: Sequence[int]) -> list[FlipRates]:
    """Distribution of the topics' mean flip rates for each n; topics with fewer are left out.

    Args:
        rates: what `mean_flip_rates` answers, one array a topic, of any lengths.
        depths: each n, counted in passages, at least 2.

    Returns:
        One entry a depth, in their order.

    Raises:
        ValueError: a depth below 2, or one that no topic reaches.
    """
    return [_summarize(rates, n) for n in depths]


def _summarize(rates: Sequence[NDArray[np.float64]], n: int) -> FlipRates:
    if n < 2:
        raise ValueError(f"a pair takes two passages; the depth is {n}")
    reached = np.array([topic[n - 1] for topic in rates if len(topic) >= n])
    if not reached.size:
        longest = max(map(len, rates), default=0)
        raise ValueError(f"no topic has pairs of {n} passages; the most is {longest}")
    return FlipRates(
        n, reached.size, float(reached.mean()), *np.quantile(reached, QUARTILES).tolist()
    )
