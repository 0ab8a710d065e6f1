from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.significance.options import DEFAULTS, PairOptions
from regrade.significance.paired.sign_flips import flip_p_values, is_exact
from regrade.significance.pairs import PairedTest, paired_differences, without_answer


class AllPairs(NamedTuple):
    """The randomization test of every pair of systems, in the order (0, 1), (0, 2), ...

    Attributes:
        pairs: shape (n_pairs, 2). Indices of the baseline and of the run compared with it.
        mean_differences: shape (n_pairs,). Run minus baseline; NaN without a topic.
        p_values: shape (n_pairs,). NaN with fewer than two topics.
        exact: shape (n_pairs,). Whether every signing was tried.
        seed: of the draws for the other pairs.
        n_resamples: draws for the other pairs.
    """

    pairs: NDArray[np.int64]
    mean_differences: NDArray[np.float64]
    p_values: NDArray[np.float64]
    exact: NDArray[np.bool_]
    seed: int
    n_resamples: int


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


@explained
def randomize_all_pairs(
    values: NDArray[np.float64], *, options: PairOptions = DEFAULTS
) -> AllPairs:
    """The randomization test for every pair of systems, each as `randomization` has it.

    All pairs share the same signings, so that the cost is one product of matrices; the p-values
    are not corrected for their number.

    Args:
        values: shape (n_systems, n_topics). A measure's values, one row a system.
        options: `seed` and `n_resamples`.

    Raises:
        ValueError: not two dimensions, or a value that is not finite.

    Source:
        As `randomization`.
    """
    if values.ndim != 2:
        raise ValueError(f"one row of values a system, got shape {values.shape}")
    first, second = np.triu_indices(values.shape[0], k=1)
    differences = _all_differences(values, first, second)
    p_values = np.full(first.size, np.nan)
    means = p_values.copy()
    if values.shape[1]:
        means = differences.mean(axis=1)
    if values.shape[1] >= 2:
        rng = np.random.default_rng(options.seed)
        p_values = flip_p_values(differences, rng=rng, n_resamples=options.n_resamples)
    pairs = np.stack([first, second], axis=1).astype(np.int64)
    exact = is_exact(differences)
    return AllPairs(pairs, means, p_values, exact, options.seed, options.n_resamples)


def _all_differences(
    values: NDArray[np.float64], first: NDArray[np.intp], second: NDArray[np.intp]
) -> NDArray[np.float64]:
    rows = [
        paired_differences(values[a], values[b])
        for a, b in zip(first.tolist(), second.tolist(), strict=True)
    ]
    return np.array(rows, np.float64).reshape(first.size, values.shape[1])
