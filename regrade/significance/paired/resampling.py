"""Resamples of topics: their means and t values, and intervals from them."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from regrade.significance.options import IntervalMethod
from regrade.significance.pairs import DECIMALS

BLOCK = 2**21  # numbers held at once, 16 MB


class Resamples(NamedTuple):
    """Of each resample d* of the differences d.

    Attributes:
        means: mean(d*), rounded as differences are.
        t_values: (mean(d*) - mean(d)) / (sd(d*) / sqrt(n)); where all of d* is one value
            infinite, or 0 if that value is mean(d).
    """

    means: NDArray[np.float64]
    t_values: NDArray[np.float64]


def resample(
    differences: NDArray[np.float64], *, rng: np.random.Generator, n_resamples: int
) -> Resamples:
    """Draw topics with replacement, as many as there are; in blocks that fit the memory."""
    n, center = differences.size, float(np.mean(differences))
    means, t_values = np.empty(n_resamples), np.empty(n_resamples)
    size = max(1, BLOCK // n)
    for start in range(0, n_resamples, size):
        block = slice(start, min(start + size, n_resamples))
        sample = differences[rng.integers(0, n, (block.stop - start, n))]
        means[block] = sample.mean(axis=1)
        shifted = np.round(means[block] - center, DECIMALS)
        errors = sample.std(axis=1, ddof=1) / math.sqrt(n)
        alone = np.where(shifted == 0.0, 0.0, np.copysign(np.inf, shifted))
        varies = np.ptp(sample, axis=1) > 0.0
        t_values[block] = np.divide(shifted, errors, out=alone, where=varies)
    return Resamples(np.round(means, DECIMALS), t_values)


def interval_of_mean(
    differences: NDArray[np.float64],
    means: NDArray[np.float64],
    confidence: float,
    method: IntervalMethod,
) -> tuple[float, float] | None:
    """Quantiles of the resampled means: plain, or at levels corrected for bias and skew (BCa).

    None where BCa is undefined: all resampled means lie on one side of the mean.

    Source:
        Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapters 13 and 14. Equal
        to scipy.stats.bootstrap on the same resamples.
    """
    tail = (1.0 - confidence) / 2.0
    levels = np.array([tail, 1.0 - tail])
    if method == "bca":
        levels = _bca_levels(differences, means, levels)
    if not np.isfinite(levels).all():
        return None
    low, high = np.quantile(means, levels)
    return float(low), float(high)


def _bca_levels(
    differences: NDArray[np.float64], means: NDArray[np.float64], levels: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The levels that bias and acceleration make of the nominal ones; NaN where undefined."""
    center = float(np.round(np.mean(differences), DECIMALS))
    below = float(np.mean(means < center) + np.mean(means <= center)) / 2.0
    if not 0.0 < below < 1.0:
        return np.full(levels.size, np.nan)
    bias = stats.norm.ppf(below)
    # The jackknife values of a mean deviate from theirs in proportion to the differences.
    deviations = differences - np.mean(differences)
    acceleration = np.sum(deviations**3) / (6.0 * np.sum(deviations**2) ** 1.5)
    shifted = bias + stats.norm.ppf(levels)
    moved: NDArray[np.float64] = stats.norm.cdf(bias + shifted / (1.0 - acceleration * shifted))
    return moved
