from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evaluation.significance.families import (
    SystemsTest,
    against_baseline,
    check_baseline,
    check_confidence,
    check_values,
    system_means,
)
from evaluation.significance.randomized import randomized_test
from evaluation.significance.randomized_tukey import N_PERMUTATIONS

METHOD = "randomized Dunnett's test, permutations within topics"


def randomized_dunnett(
    values: NDArray[np.float64],
    *,
    rng: np.random.Generator,
    baseline: int = 0,
    n_permutations: int = N_PERMUTATIONS,
    confidence: float = 0.95,
) -> SystemsTest:
    """Dunnett's comparison with a baseline, its distribution from permutations within topics.

    p_j = (b + 1) / (m + 1),  b = permutations with max_i |mean_i - mean_0| >= |mean_j - mean_0|;
    a permutation shuffles all systems, the baseline too, within every topic on its own. Where
    no more than m permutations exist they are all counted, and p = b / m is exact. Two-sided.

    Args:
        values: shape (n_systems, n_topics). A measure's value per system and topic.
        rng: source of the permutations; its seed is the caller's to keep.
        baseline: row that the others are compared with.
        n_permutations: m.
        confidence: of the critical difference.

    Returns:
        A pair for every other system, with the difference as statistic and p-values that hold
        for all of them under the hypothesis that no system differs; equal means give p 1. No
        intervals; the critical difference is None where m is too small for any p below
        1 - confidence. Fewer than two systems or topics give no p-values.

    Raises:
        ValueError: a value that is not finite, no such baseline, no permutation, or a
            confidence outside (0, 1).

    Source:
        Dunnett, Journal of the American Statistical Association 50(272), 1955, for the
        statistic; Carterette, TOIS 30(1), 2012, for permuting within topics.
    """
    check_values(values)
    check_confidence(confidence)
    check_baseline(baseline, len(values))
    means = system_means(values)
    return randomized_test(
        METHOD,
        values,
        means,
        against_baseline(means, baseline),
        lambda permuted: np.abs(permuted - permuted[:, [baseline]]).max(axis=1),
        confidence=confidence,
        n_permutations=n_permutations,
        rng=rng,
    )
