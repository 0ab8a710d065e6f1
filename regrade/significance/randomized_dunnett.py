from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.significance.families import (
    SystemsTest,
    against_baseline,
    check_baseline,
    check_values,
    system_means,
)
from regrade.significance.randomized import randomized_test
from regrade.significance.system_options import SYSTEM_DEFAULTS, SystemOptions

NAME = "randomized-dunnett"


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
    check_values(values)
    check_baseline(options.baseline, len(values))
    means = system_means(values)
    return randomized_test(
        NAME,
        values,
        means,
        against_baseline(means, options.baseline),
        lambda permuted: np.abs(permuted - permuted[:, [options.baseline]]).max(axis=1),
        options,
    )
