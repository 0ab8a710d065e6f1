from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.significance.families import (
    SystemsTest,
    all_pairs,
    check_values,
    system_means,
)
from regrade.significance.randomized import randomized_test
from regrade.significance.system_options import SYSTEM_DEFAULTS, SystemOptions

NAME = "randomized-tukey"


def randomized_tukey(
    values: NDArray[np.float64], *, options: SystemOptions = SYSTEM_DEFAULTS
) -> SystemsTest:
    """Randomized Tukey HSD: every difference against the range of means under permutation.

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
    check_values(values)
    means = system_means(values)
    return randomized_test(
        NAME,
        values,
        means,
        all_pairs(means),
        lambda permuted: permuted.max(axis=1) - permuted.min(axis=1),
        options,
    )
