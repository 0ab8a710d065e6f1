from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evaluation.significance.families import (
    SystemsTest,
    against_baseline,
    check_baseline,
    check_confidence,
    check_values,
    is_undecided,
    system_means,
    undecided,
)
from evaluation.significance.maxima import baseline_tail
from evaluation.significance.simultaneous import simultaneous_test

METHOD = "Dunnett's test, topics as blocks"


def blocked_dunnett(
    values: NDArray[np.float64], *, baseline: int = 0, confidence: float = 0.95
) -> SystemsTest:
    """Dunnett's comparison of systems with one baseline, topics as blocks; two-sided, one step.

    t_j = (mean_j - mean_0) / sqrt(2 MS / n),  p_j = P(max |T| > |t_j|),
    interval = difference +- c sqrt(2 MS / n);  MS = residual mean square of value ~ system +
    topic on (s - 1)(n - 1) degrees of freedom, T multivariate t on those degrees with
    correlations 1/2. scipy.stats.dunnett leaves topics out of the model (unpaired).

    Args:
        values: shape (n_systems, n_topics). A measure's value per system and topic.
        baseline: row that the others are compared with.
        confidence: of the intervals, all at once.

    Returns:
        A pair for every other system, with p-values and intervals that hold for all of them.
        Where value is system + topic without residual, equal means give t 0 and p 1, others an
        infinite t, p 0 and an interval of no width; fewer than two systems or topics give no
        p-values. For two systems it is the paired t-test.

    Raises:
        ValueError: a value that is not finite, no such baseline, or a confidence outside (0, 1).

    Source:
        Dunnett, Journal of the American Statistical Association 50(272), 1955. The probability
        is integrated, not simulated, and needs no seed.
    """
    check_values(values)
    check_confidence(confidence)
    check_baseline(baseline, len(values))
    means = system_means(values)
    pairs = against_baseline(means, baseline)
    if is_undecided(values):
        return undecided(METHOD, values.shape, means, pairs)
    tail = baseline_tail(len(values) - 1)
    return simultaneous_test(METHOD, values, means, pairs, tail, confidence)
