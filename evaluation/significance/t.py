from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from evaluation.significance.pairs import PairedTest, paired_differences, too_few


def paired_t(baseline: NDArray[np.float64], run: NDArray[np.float64]) -> PairedTest:
    """Student's paired t-test, two-sided, with the 95% interval of the mean difference.

    t = mean(d) / (sd(d) / sqrt(n)),  d = run - baseline,  n - 1 degrees of freedom

    Args:
        baseline: shape (n_topics,). The baseline's value per topic.
        run: shape (n_topics,). The run's value for the same topics in the same order.

    Returns:
        The t statistic, positive where the run's values are higher. Equal vectors give t 0 and
        p 1; a difference that is the same on every topic, but not 0, gives an infinite t and
        p 0; fewer than two topics give None for both.

    Raises:
        ValueError: lengths that differ or a value that is not finite.

    Source:
        Student, Biometrika 6(1), 1908. scipy.stats.ttest_1samp on the differences, which is
        ttest_rel.
    """
    differences = paired_differences(baseline, run)
    if differences.size < 2:
        return too_few(differences)
    if np.ptp(differences) == 0.0:
        return _same_everywhere(float(differences[0]), differences.size)
    result = stats.ttest_1samp(differences, 0.0)
    low, high = result.confidence_interval(0.95)
    mean = float(np.mean(differences))
    interval = (float(low), float(high))
    return PairedTest(
        float(result.statistic), float(result.pvalue), differences.size, mean, interval
    )


def _same_everywhere(difference: float, n: int) -> PairedTest:
    interval = (difference, difference)
    if difference == 0.0:
        return PairedTest(0.0, 1.0, n, 0.0, interval)
    return PairedTest(math.copysign(math.inf, difference), 0.0, n, difference, interval)
