from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from regrade.significance.families import (
    Contrasts,
    SystemsTest,
    is_undecided,
    list_pairs,
    undecided,
)
from regrade.significance.pairs import DECIMALS
from regrade.significance.permutations import (
    all_permuted_sums,
    draw_permuted_sums,
    n_arrangements,
)
from regrade.significance.system_options import SystemOptions

Largest = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def randomized_test(
    name: str,
    values: NDArray[np.float64],
    means: NDArray[np.float64],
    contrasts: Contrasts,
    largest: Largest,
    options: SystemOptions,
) -> SystemsTest:
    """Differences judged at once by the largest one under permutations within topics.

    Args:
        name: the test's key in SYSTEM_TESTS.
        values: shape (n_systems, n_topics), finite.
        means: shape (n_systems,).
        contrasts: the differences to judge.
        largest: from means of shape (n, n_systems) the family's largest |difference|, shape (n,).
        options: where there are no more than `n_resamples` permutations, all are counted instead.
    """
    if is_undecided(values):
        return undecided(name, values.shape, means, contrasts)
    n_systems, n_topics = values.shape
    is_exact = n_arrangements(n_systems, n_topics, options.n_resamples) is not None
    under_null = np.sort(_under_null(values, largest, None if is_exact else options))
    # The order observed is one of all; of drawn ones it is counted besides.
    besides = int(not is_exact)
    n_at_least = under_null.size - np.searchsorted(under_null, np.abs(contrasts.differences))
    p_values = (n_at_least + besides) / (under_null.size + besides)
    return SystemsTest(
        name,
        "exact" if is_exact else "Monte Carlo",
        n_systems,
        n_topics,
        tuple(means.tolist()),
        list_pairs(contrasts, contrasts.differences, p_values),
        confidence=options.confidence,
        critical_difference=_critical_difference(under_null, besides, options.confidence),
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


def _critical_difference(
    under_null: NDArray[np.float64], besides: int, confidence: float
) -> float | None:
    """What a difference must exceed for p <= 1 - confidence; None when no p is that small."""
    # Without the margin 1 - 0.95 loses the fifth of a hundred.
    n_allowed = math.floor((1.0 - confidence) * (under_null.size + besides) + 1e-9) - besides
    if n_allowed < (0 if besides else 1):
        return None
    return float(under_null[under_null.size - 1 - n_allowed])
