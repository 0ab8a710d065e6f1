from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from evaluation.significance.hodges_lehmann import hodges_lehmann
from evaluation.significance.options import DEFAULTS, PairOptions
from evaluation.significance.pairs import PairedTest, paired_differences, without_answer

# Up to here scipy's method "auto" takes the exact distribution, or with ties or zeros all signings.
MAX_EXACT, MAX_EXACT_WITH_TIES = 50, 13


def wilcoxon(
    baseline: NDArray[np.float64], run: NDArray[np.float64], *, options: PairOptions = DEFAULTS
) -> PairedTest:
    """Wilcoxon's signed-rank test, two-sided; topics without a difference by a named method.

    W = min(W+, W-),  W+ and W- = sums of the ranks of |d| over d > 0 and d < 0,
    d = run - baseline; ties in |d| share their mean rank. "wilcox" leaves d = 0 out before
    ranking, "pratt" after it, "zsplit" gives half their ranks to each side.

    Args:
        baseline: shape (n_topics,). The baseline's value per topic.
        run: shape (n_topics,). The run's value for the same topics in the same order.
        options: `zero_method`, stored in the answer; `confidence` of the estimate's interval.

    Returns:
        W, with `n` counting every topic. p is exact up to 50 topics when no |d| ties and none
        is 0, exact over all signings up to 13 topics otherwise, and from the normal distribution
        (corrected for ties, not for continuity) in all other cases; `method` says which. The
        Hodges-Lehmann estimate comes with it; there is no interval of the mean. Equal vectors
        give W 0 and p 1 by every zero method; fewer than two topics give None for both.

    Raises:
        ValueError: lengths that differ or a value that is not finite.

    Source:
        Wilcoxon, Biometrics Bulletin 1(6), 1945; Pratt, JASA 54(287), 1959.
        scipy.stats.wilcoxon with method "auto", given differences without their rounding error:
        raw ones break ties at random, which moves p as far as .51 to .88 between two runs of
        TREC Deep Learning 2020 under P@5.
    """
    differences = paired_differences(baseline, run)
    answer = without_answer("wilcoxon", differences)._replace(zero_method=options.zero_method)
    if differences.size < 2:
        return answer
    answer = answer._replace(
        confidence=options.confidence, estimate=hodges_lehmann(differences, options.confidence)
    )
    if not differences.any():
        return answer._replace(statistic=0.0, p_value=1.0, method="exact")
    result = stats.wilcoxon(differences, zero_method=options.zero_method, method="auto")
    return answer._replace(
        statistic=float(result.statistic),
        p_value=float(result.pvalue),
        method=_method(differences),
    )


def _method(differences: NDArray[np.float64]) -> str:
    sizes = np.abs(differences)
    parted = bool(sizes.all()) and np.unique(sizes).size == sizes.size
    if differences.size <= (MAX_EXACT if parted else MAX_EXACT_WITH_TIES):
        return "exact"
    return "normal approximation, corrected for ties"
