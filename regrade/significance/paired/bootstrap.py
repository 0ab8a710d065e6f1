from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.significance.options import DEFAULTS, PairOptions
from regrade.significance.paired.resampling import interval_of_mean, resample
from regrade.significance.pairs import PairedTest, paired_differences, without_answer


@explained
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
        t and p, and the interval of the mean difference from the same resamples; as p comes from
        t and the interval from means, they can part over whether 0 is tenable. Equal vectors give
        t 0, p 1; a difference that is the same on every topic, but not 0, an infinite t and
        p 1 / (m + 1); both an interval of no width. Fewer than two topics give None throughout.
        BCa has no interval (None) when all resamples lie on one side of the mean, which only a
        handful of resamples do.

    Raises:
        ValueError: lengths that differ or a value that is not finite.

    Source:
        Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapters 14 and 16; Sakai,
        SIGIR 2006, whose test this is.
    """
    differences = paired_differences(baseline, run)
    answer = without_answer("bootstrap", differences)
    if differences.size < 2:
        return answer
    return _answered(differences, answer, options)


def _answered(
    differences: NDArray[np.float64], answer: PairedTest, options: PairOptions
) -> PairedTest:
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
    drawn = resample(differences, rng=rng, n_resamples=options.n_resamples)
    error = float(np.std(differences, ddof=1)) / math.sqrt(differences.size)
    statistic = float(np.mean(differences)) / error
    # A t* that equals t does so but for rounding.
    n_extreme = int(np.count_nonzero(np.abs(drawn.t_values) >= abs(statistic) * (1.0 - 1e-9)))
    return answer._replace(
        statistic=statistic,
        p_value=(n_extreme + 1) / (options.n_resamples + 1),
        interval=interval_of_mean(
            differences, drawn.means, options.confidence, options.interval_method
        ),
    )


def _same_everywhere(difference: float, answer: PairedTest, n_resamples: int) -> PairedTest:
    statistic = math.copysign(math.inf, difference) if difference else 0.0
    return answer._replace(
        statistic=statistic,
        p_value=1.0 / (n_resamples + 1) if difference else 1.0,
        mean_difference=difference,
        interval=(difference, difference),
    )
