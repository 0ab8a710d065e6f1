from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.significance.families import (
    SystemsTest,
    all_pairs,
    check_values,
    is_undecided,
    system_means,
    undecided,
)
from regrade.significance.maxima import largest_t_tail
from regrade.significance.simultaneous import simultaneous_test
from regrade.significance.system_options import SYSTEM_DEFAULTS, SystemOptions

NAME = "tukey"


def blocked_tukey(
    values: NDArray[np.float64], *, options: SystemOptions = SYSTEM_DEFAULTS
) -> SystemsTest:
    """Tukey's honestly significant differences with topics as blocks; all pairs, two-sided.

    t = (mean_j - mean_i) / sqrt(2 MS / n),  p = P(Q > sqrt(2) |t|),
    interval = difference +- q sqrt(MS / n);  MS = residual mean square of value ~ system + topic
    on (s - 1)(n - 1) degrees of freedom, Q the studentized range of s means on those degrees.
    scipy.stats.tukey_hsd and statsmodels' pairwise_tukeyhsd leave topics out of the model
    (unpaired), which takes the differences between topics for noise.

    Args:
        values: shape (n_systems, n_topics). A measure's value per system and topic.
        options: `confidence` is of the intervals, all at once.

    Returns:
        All pairs with p-values and intervals that hold for the whole family. Where value is
        system + topic without residual, equal means give t 0 and p 1, others an infinite t,
        p 0 and an interval of no width; fewer than two systems or topics give no p-values. For
        two systems it is the paired t-test.

    Raises:
        ValueError: a value that is not finite.

    Source:
        Tukey, The Problem of Multiple Comparisons, 1953; as used on topics by systems by
        Carterette, TOIS 30(1), 2012. Assumes normal residuals of one variance and no
        interaction; the randomized form does without normality.
    """
    check_values(values)
    means = system_means(values)
    pairs = all_pairs(means)
    if is_undecided(values):
        return undecided(NAME, values.shape, means, pairs)
    tail = largest_t_tail(len(values))
    return simultaneous_test(
        NAME, "studentized range", values, means, pairs, tail, options.confidence
    )
