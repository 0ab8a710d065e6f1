from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.statistic import Rows, Statistic, Sums
from regrade.given import explained

Draws = NDArray[np.float64]  # shape (n_resamples, n_topics): how often each topic was drawn
_CELLS_AT_ONCE = 2**22  # sums in memory at a time, some 30 MB


class Interval(NamedTuple):
    """A percentile interval; both ends None where there is none."""

    low: float | None
    high: float | None
    confidence: float
    n_topics: int
    n_resamples: int
    n_undefined: int  # resamples in which the statistic is not defined, which are left out


@explained
def bootstrap_interval(
    statistic: Statistic,
    rows: Rows,
    topics: NDArray[np.int64],
    *,
    rng: np.random.Generator,
    n_resamples: int = 1000,
    confidence: float = 0.95,
) -> Interval:
    """Percentile bootstrap over topics, each drawn with all its pairs.

    n topics are drawn with replacement from n, the statistic is computed over the pairs of all
    that were drawn, and the interval lies between the (1 - c) / 2 and (1 + c) / 2 quantiles of
    `n_resamples` such values. Pairs of a topic are never drawn apart: they are not independent.

    Args:
        statistic: what to compute: `CohenKappa(scale)`, `KrippendorffAlpha(level, grades)`, ...
        rows: shape (n_pairs, ...), what the statistic reads; a missing vote does what it does
            there.
        topics: shape (n_pairs,). The topic of each pair, as any number.
        rng: draws the topics; keep its seed.
        n_resamples: how many times to draw.
        confidence: c.

    Returns:
        Low and high within the statistic's range; None where there are fewer than two topics or
        the statistic is defined in no resample.

    Raises:
        ValueError: as many topics as there are not pairs, fewer than one resample, or a confidence
            not between 0 and 1.

    Source:
        Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13.
    """
    names, numbers = np.unique(topics, return_inverse=True)
    by_topic = sums_by_topic(statistic, rows, numbers, names.size)
    draws = draw_topics(len(by_topic), rng=rng, n_resamples=n_resamples)
    return percentile_interval(statistic, by_topic, draws, confidence=confidence)


def sums_by_topic(
    statistic: Statistic, rows: Rows, topics: NDArray[np.int64], n_topics: int
) -> Sums:
    """The statistic's sums over the pairs of each topic: shape (n_topics, n_sums).

    Topics are numbered from 0 to n_topics - 1; one without pairs adds nothing.

    Raises:
        ValueError: as many topics as there are not pairs.
    """
    if len(rows) != len(topics):
        raise ValueError(f"{len(topics)} topics for {len(rows)} pairs")
    order = np.argsort(topics, kind="stable")
    bounds = np.searchsorted(topics[order], np.arange(n_topics + 1))
    ordered = rows[order]
    parts = [ordered[start:end] for start, end in pairwise(bounds)]
    n_sums = statistic.sums(rows[:0]).size
    return np.array([statistic.sums(part) for part in parts]).reshape(n_topics, n_sums)


def draw_topics(n_topics: int, *, rng: np.random.Generator, n_resamples: int = 1000) -> Draws:
    """Counts of each topic in each resample; share them to make statistics comparable.

    Raises:
        ValueError: fewer than one resample.
    """
    if n_resamples < 1:
        raise ValueError(f"n_resamples must be at least 1, got {n_resamples}")
    if n_topics == 0:
        return np.empty((n_resamples, 0))
    even = np.full(n_topics, 1 / n_topics)
    return rng.multinomial(n_topics, even, size=n_resamples).astype(np.float64)


def percentile_interval(
    statistic: Statistic, by_topic: Sums, draws: Draws, *, confidence: float = 0.95
) -> Interval:
    """`bootstrap_interval` of sums that were counted before and topics that were drawn before.

    Raises:
        ValueError: a confidence not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must lie between 0 and 1, got {confidence}")
    values = _values(statistic, by_topic, draws) if len(by_topic) > 1 else np.empty(0)
    defined = values[~np.isnan(values)]
    low = high = None
    if defined.size:
        tail = (1 - confidence) / 2
        low, high = np.quantile(defined, [tail, 1 - tail]).tolist()
    n_undefined = values.size - defined.size
    return Interval(low, high, confidence, len(by_topic), len(draws), n_undefined)


def _values(statistic: Statistic, by_topic: Sums, draws: Draws) -> NDArray[np.float64]:
    at_once = max(1, _CELLS_AT_ONCE // max(1, by_topic.shape[1]))
    chunks = [draws[start : start + at_once] for start in range(0, len(draws), at_once)]
    return np.concatenate([statistic.value(chunk @ by_topic) for chunk in chunks])
