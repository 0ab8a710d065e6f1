from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from evaluation.significance.options import DEFAULTS, PairOptions
from evaluation.significance.pairs import (
    DECIMALS,
    PairedTest,
    paired_differences,
    without_answer,
)

BLOCK = 2**21  # numbers held at once, 16 MB


def bootstrap(
    baseline: NDArray[np.float64], run: NDArray[np.float64], *, options: PairOptions = DEFAULTS
) -> PairedTest:
    """Bootstrap over topics: interval of the mean difference, and p by the shifted bootstrap.

    t = mean(d) / (sd(d) / sqrt(n)),  t* = (mean(d*) - mean(d)) / (sd(d*) / sqrt(n)),
    p = (b + 1) / (m + 1) with b the resamples d* in which |t*| >= |t|: to subtract mean(d) is to
    draw from differences shifted so that their mean is 0. Where all of d* is one value, t* is
    infinite, or 0 if that value is mean(d).

    Args:
        baseline: shape (n_topics,). The baseline's value per topic.
        run: shape (n_topics,). The run's value for the same topics in the same order.
        options: `interval_method` bca (bias-corrected and accelerated) or percentile,
            `confidence`, `seed`, `n_resamples`.

    Returns:
        t and p, the interval of the mean difference from the same resamples. Equal vectors give
        t 0, p 1; a difference that is the same on every topic, but not 0, an infinite t and
        p 1 / (m + 1); both an interval of no width. Fewer than two topics give None throughout.
        BCa has no interval (None) when all resamples lie on one side of the mean, which only a
        handful of resamples do.

    Raises:
        ValueError: lengths that differ or a value that is not finite.

    Source:
        Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapters 14 and 16; Sakai,
        SIGIR 2006. The intervals agree with scipy.stats.bootstrap.
    """
    differences = paired_differences(baseline, run)
    answer = without_answer("bootstrap", differences)
    if differences.size < 2:
        return answer
    answer = answer._replace(
        method="Monte Carlo, shifted bootstrap of t",
        confidence=options.confidence,
        interval_method=options.interval_method,
        seed=options.seed,
        n_resamples=options.n_resamples,
    )
    if np.ptp(differences) == 0.0:
        return _same_everywhere(float(differences[0]), answer, options.n_resamples)
    rng = np.random.default_rng(options.seed)
    means, t_values = _resample(differences, rng, options.n_resamples)
    statistic = _t(differences)
    n_extreme = int(np.count_nonzero(np.abs(t_values) >= abs(statistic) * (1.0 - 1e-12)))
    return answer._replace(
        statistic=statistic,
        p_value=(n_extreme + 1) / (options.n_resamples + 1),
        interval=_interval(differences, means, options),
    )


def _same_everywhere(difference: float, answer: PairedTest, n_resamples: int) -> PairedTest:
    statistic = math.copysign(math.inf, difference) if difference else 0.0
    return answer._replace(
        statistic=statistic,
        p_value=1.0 / (n_resamples + 1) if difference else 1.0,
        mean_difference=difference,
        interval=(difference, difference),
    )


def _t(differences: NDArray[np.float64]) -> float:
    error = float(np.std(differences, ddof=1)) / math.sqrt(differences.size)
    return float(np.mean(differences)) / error


def _resample(
    differences: NDArray[np.float64], rng: np.random.Generator, n_resamples: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The mean and the shifted t of each resample, in blocks that fit the memory."""
    n, center = differences.size, float(np.mean(differences))
    means, t_values = np.empty(n_resamples), np.empty(n_resamples)
    size = max(1, BLOCK // n)
    for start in range(0, n_resamples, size):
        block = slice(start, min(start + size, n_resamples))
        sample = differences[rng.integers(0, n, (block.stop - start, n))]
        means[block] = sample.mean(axis=1)
        shifted = np.round(means[block] - center, DECIMALS)
        errors = sample.std(axis=1, ddof=1) / math.sqrt(n)
        errors[np.ptp(sample, axis=1) == 0.0] = 0.0
        alone = np.where(shifted == 0.0, 0.0, np.copysign(np.inf, shifted))
        t_values[block] = np.divide(shifted, errors, out=alone, where=errors > 0.0)
    return np.round(means, DECIMALS), t_values


def _interval(
    differences: NDArray[np.float64], means: NDArray[np.float64], options: PairOptions
) -> tuple[float, float] | None:
    tail = (1.0 - options.confidence) / 2.0
    levels = np.array([tail, 1.0 - tail])
    if options.interval_method == "bca":
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
    below = (np.mean(means < center) + np.mean(means <= center)) / 2.0
    if not 0.0 < below < 1.0:
        return np.full(levels.size, np.nan)
    bias = stats.norm.ppf(below)
    # The jackknife values of a mean deviate from theirs in proportion to the differences.
    deviations = differences - np.mean(differences)
    acceleration = np.sum(deviations**3) / (6.0 * np.sum(deviations**2) ** 1.5)
    shifted = bias + stats.norm.ppf(levels)
    moved: NDArray[np.float64] = stats.norm.cdf(bias + shifted / (1.0 - acceleration * shifted))
    return moved
