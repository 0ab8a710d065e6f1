from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from regrade.given import explained
from regrade.significance.options import DEFAULTS, PairOptions
from regrade.significance.paired.hodges_lehmann import hodges_lehmann
from regrade.significance.paired.sign_flips import exact_p_values, is_exact
from regrade.significance.pairs import PairedTest, paired_differences, without_answer

MAX_TABLED = 50  # topics, up to which scipy knows the distribution of W where no ranks tie


@explained
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
        W, with `n` counting every topic. p is exact up to 50 ranked topics when no |d| ties and
        none is 0, exact over all signings when at most 16 topics differ, and else from the normal
        distribution (corrected for ties, not for continuity); `method` says which. The
        Hodges-Lehmann estimate comes with it; there is no interval of the mean. Equal vectors
        give W 0 and p 1 by every zero method; fewer than two topics give None for both.

    Raises:
        ValueError: lengths that differ or a value that is not finite.

    Source:
        Wilcoxon, Biometrics Bulletin 1(6), 1945; Pratt, JASA 54(287), 1959. scipy.stats.wilcoxon,
        whose "auto" takes the normal distribution where topics do not differ: p .32 for one that
        does, where 1 is right. Differences come to it without their rounding error, since raw
        ones break ties at random.
    """
    differences = paired_differences(baseline, run)
    answer = without_answer("wilcoxon", differences)._replace(zero_method=options.zero_method)
    if differences.size < 2:
        return answer
    estimate = hodges_lehmann(differences, options.confidence)
    answer = answer._replace(confidence=options.confidence, estimate=estimate)
    return _tested(differences, answer, options)


@explained
def wilcoxon_alone(
    baseline: NDArray[np.float64], run: NDArray[np.float64], *, options: PairOptions = DEFAULTS
) -> PairedTest:
    """`wilcoxon` without its estimate, which takes most of the time."""
    differences = paired_differences(baseline, run)
    answer = without_answer("wilcoxon", differences)._replace(zero_method=options.zero_method)
    return answer if differences.size < 2 else _tested(differences, answer, options)


def _tested(
    differences: NDArray[np.float64], answer: PairedTest, options: PairOptions
) -> PairedTest:
    if not differences.any():
        return answer._replace(statistic=0.0, p_value=1.0, method="exact")
    ranked = differences
    if options.zero_method == "wilcox":
        ranked = differences[differences != 0.0]
    tabled = ranked.size <= MAX_TABLED and _is_parted(ranked)
    method = "exact" if tabled else "asymptotic"
    result = stats.wilcoxon(ranked, zero_method=options.zero_method, method=method)
    p_value, exact = float(result.pvalue), tabled
    if not tabled and is_exact(ranked):
        p_value, exact = _over_all_signings(ranked), True
    return answer._replace(
        statistic=float(result.statistic),
        p_value=p_value,
        method="exact" if exact else "normal approximation, corrected for ties",
    )


def _is_parted(ranked: NDArray[np.float64]) -> bool:
    """Whether no two sizes of differences are the same, and none is 0."""
    sizes = np.abs(ranked)
    return bool(sizes.all()) and np.unique(sizes).size == sizes.size


def _over_all_signings(ranked: NDArray[np.float64]) -> float:
    """Under which W+ is as far from its mean: flips of signed ranks, those of zeros being 0."""
    signed_ranks = np.sign(ranked) * stats.rankdata(np.abs(ranked))
    return float(exact_p_values(signed_ranks[np.newaxis, :])[0])
