from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.significance.maxima import (
    Tail,
    baseline_tail,
    critical_value,
    largest_t_tail,
    studentized,
)
from regrade.significance.options import SYSTEM_DEFAULTS, SystemOptions
from regrade.significance.systems.families import Family, SystemsTest, family_of
from regrade.significance.systems.layout import two_way_layout


@explained
def blocked_tukey(
    values: NDArray[np.float64], *, options: SystemOptions = SYSTEM_DEFAULTS
) -> SystemsTest:
    """Tukey's honestly significant differences with topics as blocks; all pairs, two-sided.

    t = (mean_j - mean_i) / sqrt(2 MS / n),  p = P(Q > sqrt(2) |t|),
    interval = difference +- q sqrt(MS / n);  MS = residual mean square of value ~ system + topic
    on (s - 1)(n - 1) degrees of freedom, Q the studentized range of s means on those degrees.
    scipy.stats.tukey_hsd and statsmodels' pairwise_tukeyhsd leave topics out of the model
    (unpaired), which takes the differences between topics for noise.

    Args:
        values: shape (n_systems, n_topics). A measure's value per system and topic.
        options: `confidence` is of the intervals, all at once.

    Returns:
        All pairs with p-values and intervals that hold for the whole family. Where value is
        system + topic without residual, equal means give t 0 and p 1, others an infinite t,
        p 0 and an interval of no width; fewer than two systems or topics give no p-values. For
        two systems it is the paired t-test.

    Raises:
        ValueError: a value that is not finite.

    Source:
        Tukey, The Problem of Multiple Comparisons, 1953; as used on topics by systems by
        Carterette, TOIS 30(1), 2012. Assumes normal residuals of one variance and no
        interaction; the randomized form does without normality.
    """
    family = family_of(values)
    tail = largest_t_tail(len(values))
    return simultaneous_test("tukey", "studentized range", family, tail, options.confidence)


@explained
def blocked_dunnett(
    values: NDArray[np.float64], *, options: SystemOptions = SYSTEM_DEFAULTS
) -> SystemsTest:
    """Dunnett's comparison of systems with one baseline, topics as blocks; two-sided, one step.

    t_j = (mean_j - mean_0) / sqrt(2 MS / n),  p_j = P(max |T| > |t_j|),
    interval = difference +- c sqrt(2 MS / n);  MS = residual mean square of value ~ system +
    topic on (s - 1)(n - 1) degrees of freedom, T multivariate t on those degrees with
    correlations 1/2. scipy.stats.dunnett leaves topics out of the model (unpaired).

    Args:
        values: shape (n_systems, n_topics). A measure's value per system and topic.
        options: `baseline`; `confidence` of the intervals, all at once.

    Returns:
        A pair for every other system, with p-values and intervals that hold for all of them.
        Where value is system + topic without residual, equal means give t 0 and p 1, others an
        infinite t, p 0 and an interval of no width; fewer than two systems or topics give no
        p-values. For two systems it is the paired t-test.

    Raises:
        ValueError: a value that is not finite, or no such baseline.

    Source:
        Dunnett, Journal of the American Statistical Association 50(272), 1955. The probability
        is integrated, not simulated, and needs no seed.
    """
    family = family_of(values, options.baseline)
    tail = baseline_tail(len(values) - 1)
    return simultaneous_test("dunnett", "multivariate t", family, tail, options.confidence)


def t_statistics(differences: NDArray[np.float64], standard_error: float) -> NDArray[np.float64]:
    """Differences over their standard error; without error 0 stays 0 and the rest is infinite."""
    if standard_error > 0.0:
        return differences / standard_error
    return np.where(differences == 0.0, 0.0, np.copysign(np.inf, differences))


def simultaneous_test(
    name: str, method: str, family: Family, tail: Tail, confidence: float
) -> SystemsTest:
    """Differences judged at once by the two-way layout's residual, topics as blocks.

    Args:
        name: the test's key in SYSTEM_TESTS.
        method: the distribution of the largest |t|.
        family: the differences to judge.
        tail: P(largest |t| of the family > x), were the residual's variance known.
        confidence: of the intervals, all at once.
    """
    return family.undecided(name) or _judged(name, method, family, tail, confidence)


def _judged(name: str, method: str, family: Family, tail: Tail, confidence: float) -> SystemsTest:
    layout = two_way_layout(family.values)
    standard_error = math.sqrt(2.0 * layout.residual_variance / family.values.shape[1])
    statistics = t_statistics(family.differences, standard_error)
    p_value = studentized(tail, layout.df)
    margin = critical_value(p_value, confidence) * standard_error
    answer = family.answer(name, method, statistics, p_value(np.abs(statistics)), margin)
    return answer._replace(
        confidence=confidence,
        critical_difference=margin,
        residual_variance=layout.residual_variance,
        df=float(layout.df),
    )
