from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.significance.options import DEFAULTS, PairOptions
from regrade.significance.paired.effects import EffectSize
from regrade.significance.paired.noncentral_t import noncentrality_interval
from regrade.significance.pairs import paired_differences

TOO_FEW = "fewer than two topics"
CONSTANT = "no interval: the difference is the same on every topic"
TOO_LARGE = "no interval: t is above 1,000"


@explained
def cohens_dz(
    baseline: NDArray[np.float64], run: NDArray[np.float64], *, options: PairOptions = DEFAULTS
) -> EffectSize:
    """Cohen's d for pairs, d_z: the mean difference in standard deviations of the differences.

    d_z = mean(d) / sd(d) = t / sqrt(n),  d = run - baseline,  sd with n - 1

    Args:
        baseline: shape (n_topics,). The baseline's value per topic.
        run: shape (n_topics,). The run's value for the same topics in the same order.
        options: `confidence` of the interval, which comes from the noncentral t distribution.

    Returns:
        Any number; not the d of two independent groups, which is smaller where runs agree on
        which topics are hard. Not corrected for its bias in small samples. Equal vectors give 0
        and no interval, a difference that is the same on every topic an infinite value and no
        interval, fewer than two topics None.

    Raises:
        ValueError: lengths that differ or a value that is not finite.

    Source:
        Cohen, Statistical Power Analysis for the Behavioral Sciences, 1988, section 2.3.5;
        Lakens, Frontiers in Psychology 4:863, 2013.
    """
    differences = paired_differences(baseline, run)
    n, confidence = differences.size, options.confidence
    if n < 2:
        return EffectSize("d_z", None, None, confidence, n, TOO_FEW)
    if np.ptp(differences) == 0.0:
        return EffectSize("d_z", _ratio(differences[0], 0.0), None, confidence, n, CONSTANT)
    value = _ratio(float(np.mean(differences)), float(np.std(differences, ddof=1)))
    interval = _interval(value, n, confidence)
    return EffectSize("d_z", value, interval, confidence, n, "" if interval else TOO_LARGE)


@explained
def cohens_dav(
    baseline: NDArray[np.float64], run: NDArray[np.float64], *, options: PairOptions = DEFAULTS
) -> EffectSize:
    """Cohen's d for pairs, d_av: the mean difference in standard deviations of the runs' values.

    d_av = mean(d) / ((sd(baseline) + sd(run)) / 2),  d = run - baseline,  sd with n - 1

    Args:
        baseline: shape (n_topics,). The baseline's value per topic.
        run: shape (n_topics,). The run's value for the same topics in the same order.
        options: `confidence` of the interval.

    Returns:
        Any number, comparable with the d of independent groups: the topics' own spread is in it.
        The interval is that of d_z times sd(d) / mean sd, so it takes that ratio for known. Equal
        vectors give 0 and no interval; a difference that is the same on every topic has no
        interval, and an infinite value when the runs do not vary either; fewer than two topics
        give None.

    Raises:
        ValueError: lengths that differ or a value that is not finite.

    Source:
        Cumming, Understanding the New Statistics, 2012, chapter 11; Lakens, Frontiers in
        Psychology 4:863, 2013; the interval after Algina and Keselman, Educational and
        Psychological Measurement 63(4), 2003, who divide by the root of the mean variance.
    """
    differences = paired_differences(baseline, run)
    of_pairs = cohens_dz(baseline, run, options=options)._replace(name="d_av")
    if differences.size < 2:
        return of_pairs
    spread = float(np.std(baseline, ddof=1) + np.std(run, ddof=1)) / 2.0
    value = _ratio(float(np.mean(differences)), spread)
    if of_pairs.interval is None:
        return of_pairs._replace(value=value)
    scale = float(np.std(differences, ddof=1)) / spread
    low, high = of_pairs.interval
    return of_pairs._replace(value=value, interval=(low * scale, high * scale))


def _ratio(difference: float, spread: float) -> float:
    """0 where nothing differs, however small the spread."""
    if difference == 0.0:
        return 0.0
    return float(difference / spread) if spread else math.copysign(math.inf, difference)


def _interval(value: float, n: int, confidence: float) -> tuple[float, float] | None:
    limits = noncentrality_interval(value * math.sqrt(n), n - 1, confidence)
    if limits is None:
        return None
    return limits[0] / math.sqrt(n), limits[1] / math.sqrt(n)
