from __future__ import annotations

import math

from scipy import optimize, special, stats

from regrade.given import explained
from regrade.significance.maxima import scale_nodes

# Beyond these, integration over the nodes of S gives wrong numbers, or none.
LEAST_ALPHA = 1e-12
MOST_TOPICS = 10**15


@explained
def power_of(effect_size: float, n_topics: int, *, alpha: float = 0.05) -> float:
    """Power of the two-sided paired t-test.

    P(|T| >= t_crit),  T noncentral t with n - 1 degrees of freedom and noncentrality d sqrt(n),
    t_crit the 1 - alpha / 2 quantile of the central one

    Args:
        effect_size: d, true mean difference over the standard deviation of the differences.
        n_topics: n, at least 2.
        alpha: level of the test.

    Returns:
        In [alpha, 1]; alpha where the effect size is 0.

    Raises:
        ValueError: an effect size that is no number, fewer than two topics or over 10^15, or
            alpha outside [1e-12, 1).

    Source:
        Cohen, Statistical Power Analysis for the Behavioral Sciences, 1988. Agrees with
        statsmodels' TTestPower where scipy.stats.nct, on which that rests, is a number: for
        d = 1, n = 72 and alpha = .01 it is not.
    """
    if math.isnan(effect_size):
        raise ValueError("power is undefined for an effect size of NaN")
    if n_topics < 2:
        raise ValueError(f"a paired t-test wants at least two topics, not {n_topics}")
    if n_topics > MOST_TOPICS:
        raise ValueError(f"over {MOST_TOPICS:.0e} topics are too many to compute power for")
    if not LEAST_ALPHA <= alpha < 1:
        raise ValueError(f"alpha of a test lies between {LEAST_ALPHA} and 1, not {alpha}")
    if math.isinf(effect_size):
        return 1.0
    return _probability(effect_size, n_topics, alpha) if effect_size else alpha


def _probability(effect_size: float, n_topics: int, alpha: float) -> float:
    df = n_topics - 1
    critical = stats.t.isf(alpha / 2.0, df)
    noncentrality = abs(effect_size) * math.sqrt(n_topics)
    scales, weights = scale_nodes(df)
    above = special.ndtr(noncentrality - critical * scales)
    below = special.ndtr(-noncentrality - critical * scales)
    return min(1.0, float((above + below) @ weights))


@explained
def topics_needed(
    difference: float, sd: float, *, power: float = 0.8, alpha: float = 0.05, n_tests: int = 1
) -> int:
    """Topics that a paired t-test needs to find a difference with the given power; two-sided.

    The least n with power_of(difference / sd, n, alpha / n_tests) >= power

    Args:
        difference: true mean difference to find, in the measure's units; its sign is no matter.
        sd: standard deviation of the topics' differences, in the same units; 1 makes
            `difference` an effect size. For a family, sqrt(2 residual_variance) of a
            SystemsTest pools all of its systems.
        power: wanted probability to find it, between alpha and 1.
        alpha: of the family, between 0 and 1.
        n_tests: tests in the family, corrected by Bonferroni: s (s - 1) / 2 for all pairs of s
            systems, s - 1 against a baseline.

    Returns:
        At least 2. Without any deviation two topics do.

    Raises:
        ValueError: a difference of 0 or that is not finite, a negative sd, a power that is not
            between alpha and 1, a family of no tests, or numbers beyond those of power_of.

    Source:
        Sakai, Information Retrieval Journal 19(3), 2016 (topic set size design), whose paired
        t-test form this is, by search instead of by approximation. 0.3 standard deviations at
        power 0.8 and alpha 0.05 need 90 topics.
    """
    level = _level(power, alpha, n_tests)
    _check_sd(sd)
    if difference == 0.0 or not math.isfinite(difference):
        raise ValueError(f"no number of topics finds a difference of {difference}")
    effect_size = abs(difference) / sd if sd > 0.0 else math.inf
    return _least_topics(effect_size, power, level)


@explained
def detectable_difference(
    sd: float, n_topics: int, *, power: float = 0.8, alpha: float = 0.05, n_tests: int = 1
) -> float:
    """The smallest difference that a paired t-test over these topics detects with the given power.

    The difference with power_of(difference / sd, n_topics, alpha / n_tests) = power; two-sided

    Args:
        sd: standard deviation of the topics' differences, in the measure's units.
        n_topics: at least 2.
        power: wanted probability to find it, between alpha and 1.
        alpha: of the family, between 0 and 1.
        n_tests: tests in the family, corrected by Bonferroni.

    Returns:
        In the measure's units; 0 where sd is 0.

    Raises:
        ValueError: a negative sd, fewer than two topics, a power that is not between alpha and
            1, a family of no tests, or numbers beyond those of power_of.

    Source:
        As topics_needed.
    """
    level = _level(power, alpha, n_tests)
    _check_sd(sd)

    def excess(effect_size: float) -> float:
        return power_of(effect_size, n_topics, alpha=level) - power

    high = 1.0
    while excess(high) < 0.0:
        high *= 2.0
    difference = float(optimize.brentq(excess, 0.0, high, xtol=1e-12)) * sd
    if not math.isfinite(difference):
        raise ValueError(f"no number is as large as what a standard deviation of {sd} hides")
    return difference


def _least_topics(effect_size: float, power: float, alpha: float) -> int:
    few, enough = 1, 2
    while power_of(effect_size, enough, alpha=alpha) < power:
        few, enough = enough, 2 * enough
    while enough - few > 1:
        middle = (few + enough) // 2
        if power_of(effect_size, middle, alpha=alpha) < power:
            few = middle
        else:
            enough = middle
    return enough


def _level(power: float, alpha: float, n_tests: int) -> float:
    if n_tests < 1:
        raise ValueError(f"a family has at least one test, not {n_tests}")
    if not 0 < alpha < power < 1:
        raise ValueError(f"power {power} has to lie between alpha {alpha} and 1, alpha above 0")
    return alpha / n_tests


def _check_sd(sd: float) -> None:
    if not (sd >= 0.0 and math.isfinite(sd)):
        raise ValueError(f"a standard deviation is at least 0 and finite, not {sd}")
