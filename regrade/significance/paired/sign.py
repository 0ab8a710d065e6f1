from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from regrade.given import explained
from regrade.significance.options import DEFAULTS, PairOptions
from regrade.significance.pairs import (
    Estimate,
    PairedTest,
    paired_differences,
    without_answer,
)


@explained
def sign_test(
    baseline: NDArray[np.float64], run: NDArray[np.float64], *, options: PairOptions = DEFAULTS
) -> PairedTest:
    """Sign test, two-sided and exact; topics without a difference are left out.

    S = number of topics with d > 0,  d = run - baseline,
    S ~ Binomial(number of topics with d != 0, 1/2) when neither run is better

    Args:
        baseline: shape (n_topics,). The baseline's value per topic.
        run: shape (n_topics,). The run's value for the same topics in the same order.
        options: `confidence` of the interval of the median difference.

    Returns:
        S, with `n` counting every topic and `n_zero` those left out, and the median difference
        over all topics. Its interval runs between two of the ordered differences and holds at
        least the confidence asked for, `coverage` says how much; there is none where all topics
        are too few for it (below 6 for 95%). Equal vectors give S 0 and p 1; fewer than two
        topics give None for both.

    Raises:
        ValueError: lengths that differ or a value that is not finite.

    Source:
        Dixon and Mood, JASA 41(236), 1946; the interval: Thompson, Annals of Mathematical
        Statistics 7(3), 1936. scipy.stats.binomtest.
    """
    differences = paired_differences(baseline, run)
    answer = without_answer("sign", differences)
    if differences.size < 2:
        return answer
    n_higher = int(np.count_nonzero(differences > 0.0))
    n_other = differences.size - answer.n_zero
    p_value = float(stats.binomtest(n_higher, n_other).pvalue) if n_other else 1.0
    answer = answer._replace(statistic=float(n_higher), p_value=p_value, method="exact")
    estimate = _median(differences, options.confidence)
    return answer._replace(confidence=options.confidence, estimate=estimate)


def _median(differences: NDArray[np.float64], confidence: float) -> Estimate:
    ordered = np.sort(differences)
    n, value = ordered.size, float(np.median(ordered))
    tails = stats.binom.cdf(np.arange(n // 2), n, 0.5)  # outside the r-th from each end, r from 1
    rank = int(np.searchsorted(tails, (1.0 - confidence) / 2.0, side="right"))
    if rank == 0:
        return Estimate("median difference", value)
    interval = (float(ordered[rank - 1]), float(ordered[n - rank]))
    return Estimate("median difference", value, interval, 1.0 - 2.0 * float(tails[rank - 1]))
