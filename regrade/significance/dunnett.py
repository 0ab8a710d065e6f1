from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.significance.families import (
    SystemsTest,
    against_baseline,
    check_baseline,
    check_values,
    is_undecided,
    system_means,
    undecided,
)
from regrade.significance.maxima import baseline_tail
from regrade.significance.simultaneous import simultaneous_test
from regrade.significance.system_options import SYSTEM_DEFAULTS, SystemOptions

NAME = "dunnett"


def blocked_dunnett(
    values: NDArray[np.float64], *, options: SystemOptions = SYSTEM_DEFAULTS
) -> SystemsTest:
    """Dunnett's comparison of systems with one baseline, topics as blocks; two-sided, one step.

    t_j = (mean_j - mean_0) / sqrt(2 MS / n),  p_j = P(max |T| > |t_j|),
    interval = difference +- c sqrt(2 MS / n);  MS = residual mean square of value ~ system +
    topic on (s - 1)(n - 1) degrees of freedom, T multivariate t on those degrees with
    correlations 1/2. scipy.stats.dunnett leaves topics out of the model (unpaired).

    Args:
        values: shape (n_systems, n_topics). A measure's value per system and topic.
        options: `baseline`; `confidence` of the intervals, all at once.

    Returns:
        A pair for every other system, with p-values and intervals that hold for all of them.
        Where value is system + topic without residual, equal means give t 0 and p 1, others an
        infinite t, p 0 and an interval of no width; fewer than two systems or topics give no
        p-values. For two systems it is the paired t-test.

    Raises:
        ValueError: a value that is not finite, or no such baseline.

    Source:
        Dunnett, Journal of the American Statistical Association 50(272), 1955. The probability
        is integrated, not simulated, and needs no seed.
    """
    check_values(values)
    check_baseline(options.baseline, len(values))
    means = system_means(values)
    pairs = against_baseline(means, options.baseline)
    if is_undecided(values):
        return undecided(NAME, values.shape, means, pairs)
    tail = baseline_tail(len(values) - 1)
    return simultaneous_test(NAME, "multivariate t", values, means, pairs, tail, options.confidence)
