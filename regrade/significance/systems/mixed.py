from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from regrade.given import explained
from regrade.significance.options import SYSTEM_DEFAULTS, SystemOptions
from regrade.significance.systems.families import (
    Contrasts,
    SystemPair,
    SystemsTest,
    against_baseline,
    check_baseline,
    checked_values,
    is_undecided,
    list_pairs,
    undecided,
)
from regrade.significance.systems.simultaneous import t_statistics
from regrade.significance.systems.topic_effects import Cells, Fit, fit, fixed_effects

NAME = "mixed"
NO_TOPIC_VARIANCE = "topics vary no more than their residuals: the topic variance is at its bound 0"
NO_RESIDUAL = "every value is the sum of a system's and a topic's effect: there is no residual"
NOT_CONVERGED = "the search for the topic variance did not end: take the figures with care"


@explained
def mixed_model(
    values: NDArray[np.float64],
    *,
    options: SystemOptions = SYSTEM_DEFAULTS,
    observed: NDArray[np.bool_] | None = None,
) -> SystemsTest:
    """Linear mixed model with topic as random effect: systems against a baseline; two-sided.

    value_ij = system_i + topic_j + residual_ij,  topic ~ N(0, tau^2), residual ~ N(0, sigma^2),
    by restricted maximum likelihood;  t = contrast / its standard error on the (cells - systems -
    topics + 1) degrees of freedom within topics; statsmodels' mixedlm takes the normal instead.

    Args:
        values: shape (n_systems, n_topics). A measure's value per system and topic.
        options: `baseline`; `confidence` of each interval by itself.
        observed: shape (n_systems, n_topics). False leaves a cell out, whatever its value; None
            takes all cells.

    Returns:
        A pair for every other system, each p and interval its own. `residual_variance` is
        sigma^2, `topic_variance` tau^2. On a full table differences, sigma^2 and t are those of
        the two-way analysis of variance, unless tau^2 is at its bound 0: then sigma^2 is the
        variance within systems, and the note says so. Without any residual equal systems get t
        0 and p 1, others an infinite t and p 0. Fewer than two systems or topics, or no degree
        of freedom, give no p-values.

    Raises:
        ValueError: an observed value that is not finite, a system without any, systems that no
            chain of shared topics joins, shapes that differ, or no such baseline.

    Source:
        Patterson and Thompson, Biometrika 58(3), 1971; Laird and Ware, Biometrics 38(4), 1982;
        on topics by systems: Carterette, Kanoulas and Yilmaz, CIKM 2011.
    """
    check_baseline(options.baseline, len(values))
    if values.size:
        return _answer(_cells(values, observed), options)
    nothing = np.zeros(0)
    return undecided(NAME, values.shape, nothing, against_baseline(nothing, options.baseline))


def _answer(cells: Cells, options: SystemOptions) -> SystemsTest:
    fixed = fixed_effects(cells)
    pairs = against_baseline(fixed.means, options.baseline)
    if is_undecided(cells.values) or cells.within_df < 1:
        return undecided(NAME, cells.values.shape, fixed.means, pairs)
    if fixed.is_exact:
        return _exact(cells, fixed.means, pairs, options)
    return _estimated(cells, options)


def _cells(values: NDArray[np.float64], observed: NDArray[np.bool_] | None) -> Cells:
    if observed is None:
        observed = np.ones(values.shape, np.bool_)
    if observed.shape != values.shape:
        raise ValueError(f"observed has shape {observed.shape}, the values {values.shape}")
    kept = np.where(observed, values, 0.0)
    kept = checked_values(kept)
    for system in np.flatnonzero(~observed.any(axis=1)):
        raise ValueError(f"system {system} has no value on any topic")
    return Cells(observed.astype(np.float64), kept)


def _exact(
    cells: Cells, means: NDArray[np.float64], pairs: Contrasts, options: SystemOptions
) -> SystemsTest:
    statistics = t_statistics(pairs.differences, 0.0)
    listed = list_pairs(pairs, statistics, np.where(statistics == 0.0, 1.0, 0.0), 0.0)
    answer = _test(cells, means, listed, options)
    return answer._replace(residual_variance=0.0, note=NO_RESIDUAL)


def _estimated(cells: Cells, options: SystemOptions) -> SystemsTest:
    found = fit(cells)
    baseline = options.baseline
    means, covariance, residual_variance, _ = found.estimates
    pairs = against_baseline(means, baseline)
    variances = np.diag(covariance) + covariance[baseline, baseline] - 2.0 * covariance[baseline]
    errors = np.sqrt(residual_variance * variances[pairs.systems])
    statistics = pairs.differences / errors
    p_values = 2.0 * stats.t.sf(np.abs(statistics), cells.within_df)
    margins = stats.t.isf((1.0 - options.confidence) / 2.0, cells.within_df) * errors
    listed = list_pairs(pairs, statistics, p_values, margins)
    return _test(cells, means, listed, options)._replace(
        residual_variance=residual_variance,
        topic_variance=found.ratio * residual_variance,
        is_converged=found.is_converged,
        note=_note(found),
    )


def _test(
    cells: Cells, means: NDArray[np.float64], pairs: tuple[SystemPair, ...], options: SystemOptions
) -> SystemsTest:
    return SystemsTest(
        NAME,
        "REML",
        cells.values.shape[0],
        cells.values.shape[1],
        tuple(means.tolist()),
        pairs,
        is_family_wise=False,
        confidence=options.confidence,
        df=float(cells.within_df),
    )


def _note(found: Fit) -> str:
    if not found.is_converged:
        return NOT_CONVERGED
    return NO_TOPIC_VARIANCE if found.ratio == 0.0 else ""
