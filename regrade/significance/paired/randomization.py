from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.significance.options import DEFAULTS, PairOptions
from regrade.significance.paired.sign_flips import flip_p_values, is_exact
from regrade.significance.pairs import PairedTest, paired_differences, without_answer


@explained
def randomization(
    baseline: NDArray[np.float64], run: NDArray[np.float64], *, options: PairOptions = DEFAULTS
) -> PairedTest:
    """Fisher's randomization test of the mean difference, two-sided: signs of d are flipped.

    T = mean(d),  d = run - baseline;  p = share of signings with |T*| >= |T|, exact over all 2^k
    signings of the k <= 16 topics that differ, else (b + 1) / (m + 1) over m random ones

    Args:
        baseline: shape (n_topics,). The baseline's value per topic.
        run: shape (n_topics,). The run's value for the same topics in the same order.
        options: `seed` and `n_resamples` of the random signings, stored in the answer if used.

    Returns:
        T and p in (0, 1]. Equal vectors give 0 and p 1; a difference that is the same on every
        topic gives 2 / 2^n, or 1 / (m + 1); fewer than two topics give None for both. No interval.

    Raises:
        ValueError: lengths that differ or a value that is not finite.

    Source:
        Fisher, The Design of Experiments, 1935, section 21; Smucker, Allan and Carterette,
        CIKM 2007. Equal to scipy.stats.permutation_test with permutation_type "samples".
    """
    differences = paired_differences(baseline, run)
    answer = without_answer("randomization", differences)
    if differences.size < 2:
        return answer
    rng = np.random.default_rng(options.seed)
    p_values = flip_p_values(differences[np.newaxis, :], rng=rng, n_resamples=options.n_resamples)
    answer = answer._replace(
        statistic=answer.mean_difference, p_value=float(p_values[0]), method="exact"
    )
    if is_exact(differences):
        return answer
    return answer._replace(method="Monte Carlo", seed=options.seed, n_resamples=options.n_resamples)
