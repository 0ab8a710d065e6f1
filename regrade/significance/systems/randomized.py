from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.significance.options import SYSTEM_DEFAULTS, SystemOptions
from regrade.significance.pairs import DECIMALS
from regrade.significance.systems.families import Family, SystemsTest, family_of
from regrade.significance.systems.permutations import (
    all_permuted_sums,
    draw_permuted_sums,
    n_arrangements,
)


@explained
def randomized_tukey(
    values: NDArray[np.float64], *, options: SystemOptions = SYSTEM_DEFAULTS
) -> SystemsTest:
    """Randomized Tukey HSD: compares every difference with the range of means under permutation.

    p_ij = (b + 1) / (m + 1),  b = permutations with max mean - min mean >= |mean_j - mean_i|;
    a permutation shuffles the systems within every topic on its own. Where no more than m
    permutations exist they are all counted, and p = b / m is exact. Two-sided, all pairs.

    Args:
        values: shape (n_systems, n_topics). A measure's value per system and topic.
        options: m is `n_resamples`, drawn from `seed`; `confidence` is of the critical
            difference.

    Returns:
        All pairs, with the difference as statistic and p-values that hold for the whole family
        under the hypothesis that no system differs; equal means give p 1. No intervals; the
        critical difference is None where m is too small for any p below 1 - confidence. Fewer
        than two systems or topics give no p-values. For two systems it is the paired
        randomization test.

    Raises:
        ValueError: a value that is not finite.

    Source:
        Carterette, TOIS 30(1), 2012; Sakai, Laboratory Experiments in Information Retrieval,
        2018. Differences are compared after rounding to twelve decimals, so that ties count.
    """
    return randomized_test(
        "randomized-tukey",
        family_of(values),
        lambda permuted: permuted.max(axis=1) - permuted.min(axis=1),
        options,
    )


@explained
def randomized_dunnett(
    values: NDArray[np.float64], *, options: SystemOptions = SYSTEM_DEFAULTS
) -> SystemsTest:
    """Dunnett's comparison with a baseline, its distribution from permutations within topics.

    p_j = (b + 1) / (m + 1),  b = permutations with max_i |mean_i - mean_0| >= |mean_j - mean_0|;
    a permutation shuffles all systems, the baseline too, within every topic on its own. Where
    no more than m permutations exist they are all counted, and p = b / m is exact. Two-sided.

    Args:
        values: shape (n_systems, n_topics). A measure's value per system and topic.
        options: `baseline`; m is `n_resamples`, drawn from `seed`; `confidence` is of the critical
            difference.

    Returns:
        A pair for every other system, with the difference as statistic and p-values that hold
        for all of them under the hypothesis that no system differs; equal means give p 1. No
        intervals; the critical difference is None where m is too small for any p below
        1 - confidence. Fewer than two systems or topics give no p-values.

    Raises:
        ValueError: a value that is not finite, or no such baseline.

    Source:
        Dunnett, Journal of the American Statistical Association 50(272), 1955, for the
        statistic; Carterette, TOIS 30(1), 2012, for permuting within topics.
    """
    return randomized_test(
        "randomized-dunnett",
        family_of(values, options.baseline),
        lambda permuted: np.abs(permuted - permuted[:, [options.baseline]]).max(axis=1),
        options,
    )


Largest = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def randomized_test(
    name: str, family: Family, largest: Largest, options: SystemOptions
) -> SystemsTest:
    """Differences judged at once by the largest one under permutations within topics.

    Args:
        name: the test's key in SYSTEM_TESTS.
        family: the differences to judge.
        largest: from means of shape (n, n_systems) the family's largest |difference|, shape (n,).
        options: where there are no more than `n_resamples` permutations, all are counted instead.
    """
    return family.undecided(name) or _judged(name, family, largest, options)


def _judged(name: str, family: Family, largest: Largest, options: SystemOptions) -> SystemsTest:
    n_systems, n_topics = family.values.shape
    is_exact = n_arrangements(n_systems, n_topics, options.n_resamples) is not None
    under_null = np.sort(_under_null(family.values, largest, None if is_exact else options))
    # The order observed is one of all; of drawn ones it is counted besides.
    besides = int(not is_exact)
    n_at_least = under_null.size - np.searchsorted(under_null, np.abs(family.differences))
    p_values = (n_at_least + besides) / (under_null.size + besides)
    method = "exact" if is_exact else "Monte Carlo"
    return family.answer(name, method, family.differences, p_values)._replace(
        confidence=options.confidence,
        critical_difference=critical_difference(under_null, besides, options.confidence),
        n_resamples=under_null.size,
        seed=None if is_exact else options.seed,
    )


def _under_null(
    values: NDArray[np.float64], largest: Largest, options: SystemOptions | None
) -> NDArray[np.float64]:
    """The largest differences of drawn permutations, or of all where there are no options."""
    if options is None:
        blocks = iter([all_permuted_sums(values)])
    else:
        rng = np.random.default_rng(options.seed)
        blocks = draw_permuted_sums(values, options.n_resamples, rng)
    n_topics = values.shape[1]
    return np.concatenate([np.round(largest(sums / n_topics), DECIMALS) for sums in blocks])


def critical_difference(
    under_null: NDArray[np.float64], besides: int, confidence: float
) -> float | None:
    """The difference to exceed for p <= 1 - confidence; None when no p is that small."""
    # Without the margin 1 - 0.95 loses the fifth of a hundred.
    n_allowed = math.floor((1.0 - confidence) * (under_null.size + besides) + 1e-9) - besides
    if n_allowed < (0 if besides else 1):
        return None
    return float(under_null[under_null.size - 1 - n_allowed])
