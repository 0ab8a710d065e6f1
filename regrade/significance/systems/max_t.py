from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.significance.options import SYSTEM_DEFAULTS, SystemOptions
from regrade.significance.paired.sign_flips import MAX_EXACT, every_flip, random_flips
from regrade.significance.pairs import DECIMALS, difference
from regrade.significance.systems.families import Family, SystemsTest, family_of
from regrade.significance.systems.randomized import critical_difference

ROUNDED = 1e-9  # what shares may lose by rounding


@explained
def max_t(values: NDArray[np.float64], *, options: SystemOptions = SYSTEM_DEFAULTS) -> SystemsTest:
    """Single-step max-t: every difference from a baseline beside the largest |t| of sign flips.

    p_j = (b + 1) / (m + 1),  b = signings with max_i |t_i| >= |t_j|,  t_j = mean_j / SE_j,
    interval = mean_j +- c SE_j;  mean_j and SE_j of run minus baseline over topics, c the critical
    value of the largest |t|. A signing flips a topic's differences of all systems together, so
    that their correlation counts. Where no more than 16 topics differ and no more than m signings
    exist, all are counted, and p = b / m is exact. Two-sided.

    Args:
        values: shape (n_systems, n_topics). A measure's value per system and topic.
        options: `baseline`; m is `n_resamples`, drawn from `seed`; `confidence` of the intervals,
            all at once.

    Returns:
        A pair for every other system. p-values and intervals hold for all of them, and agree: an
        interval leaves 0 out where p <= 1 - confidence. Equal values on every topic give t 0 and
        p 1. No intervals where m is too small for any such p, or where only a difference that is
        the same on every topic could be significant; fewer than two systems or topics give no
        p-values. For two systems p is that of the paired randomization test, by the same signings.

    Raises:
        ValueError: a value that is not finite, or no such baseline.

    Source:
        Westfall and Young, Resampling-Based Multiple Testing, 1993, for max-t; Romano and Wolf,
        Journal of the American Statistical Association 100(469), 2005, for studentizing. Sign
        flips assume differences that are symmetric about 0 where a run is no better.
    """
    family = family_of(values, options.baseline)
    return family.undecided("max-t") or _judged(family, options)


def _judged(family: Family, options: SystemOptions) -> SystemsTest:
    apart = difference(family.values[[options.baseline]], family.values[family.systems])
    n_topics = apart.shape[1]
    norms = np.sqrt(np.sum(apart**2, axis=1))
    units = np.divide(apart, norms[:, None], out=np.zeros_like(apart), where=norms[:, None] > 0.0)
    observed = np.round(units.sum(axis=1), DECIMALS)
    is_exact, under_null = _largest_under_null(units, options)
    besides = int(not is_exact)  # the signs observed are among all, and beside drawn ones
    n_at_least = under_null.size - np.searchsorted(under_null, np.abs(observed))
    p_values = (n_at_least + besides) / (under_null.size + besides)
    critical = critical_difference(under_null, besides, options.confidence)
    margins = None
    if critical is not None and critical < np.sqrt(n_topics) - ROUNDED:
        errors = apart.std(axis=1, ddof=1) / np.sqrt(n_topics)
        margins = _as_t(np.array(critical), n_topics) * errors
        is_inside = np.abs(observed) <= critical  # which rounding must not turn
        least = np.where(is_inside, np.abs(family.differences), 0.0)
        margins = np.maximum(margins, least)
    return family.answer(
        "max-t",
        "exact" if is_exact else "Monte Carlo",
        _as_t(observed, n_topics),
        p_values,
        margins,
    )._replace(
        confidence=options.confidence,
        n_resamples=under_null.size,
        seed=None if is_exact else options.seed,
    )


def _as_t(shares: NDArray[np.float64], n_topics: int) -> NDArray[np.float64]:
    """t of sum / root of the sum of squares; infinite where all topics differ by the same."""
    left = n_topics - shares**2
    left = np.where(left < ROUNDED, 0.0, left)
    with np.errstate(divide="ignore"):
        return np.where(shares == 0.0, 0.0, shares * np.sqrt((n_topics - 1) / left))


def _largest_under_null(
    units: NDArray[np.float64], options: SystemOptions
) -> tuple[bool, NDArray[np.float64]]:
    """Whether all signings are counted, and the largest of each, ascending."""
    varied = units[:, units.any(axis=0)]
    n_signings = 2 ** max(varied.shape[1] - 1, 0)
    is_exact = varied.shape[1] <= MAX_EXACT and n_signings <= options.n_resamples
    rng = np.random.default_rng(options.seed)
    if is_exact:
        flips = every_flip(varied.shape)
    else:
        flips = random_flips(varied.shape, rng, options.n_resamples)
    totals = varied.sum(axis=1)
    largest = [np.abs(2.0 * (kept @ varied.T) - totals).max(axis=1) for kept in flips]
    return is_exact, np.sort(np.round(np.concatenate(largest), DECIMALS))
