from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from regrade.given import explained
from regrade.significance.options import DEFAULTS, PairOptions, ZeroMethod
from regrade.significance.paired.hodges_lehmann import hodges_lehmann
from regrade.significance.paired.signed_ranks import MAX_EXACT, chances_of_sums, closer_ranks
from regrade.significance.pairs import PairedTest, paired_differences, without_answer


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
        W, with `n` counting every topic. p is exact where at most 50 topics differ, with ties and
        zeros too: from the distribution of W+ over all signings of these ranks. Beyond that it is
        from the normal distribution (corrected for ties, not for continuity); `method` says
        which. The Hodges-Lehmann estimate comes with it; there is no interval of the mean. Equal
        vectors give W 0 and p 1 by every zero method; fewer than two topics give None for both.

    Raises:
        ValueError: lengths that differ or a value that is not finite.

    Source:
        Wilcoxon, Biometrics Bulletin 1(6), 1945; Pratt, JASA 54(287), 1959; ties by the shift
        algorithm over doubled ranks, Streitberg and Roehmel, Statistical Software Newsletter
        12(1), 1986. Agrees with scipy.stats.wilcoxon where that is exact; its "auto" takes the
        normal distribution for ties and zeros: p .32 for one topic that differs, where 1 is
        right. Differences are ranked without their rounding error, since raw ones break ties at
        random.
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
    if np.count_nonzero(ranked) <= MAX_EXACT:
        statistic, p_value = _exact(ranked, options.zero_method)
        return answer._replace(statistic=statistic, p_value=p_value, method="exact")
    result = stats.wilcoxon(ranked, zero_method=options.zero_method, method="asymptotic")
    return answer._replace(
        statistic=float(result.statistic),
        p_value=float(result.pvalue),
        method="normal approximation, corrected for ties",
    )


def _exact(ranked: NDArray[np.float64], zero_method: ZeroMethod) -> tuple[float, float]:
    """W, and the share of signings under which W+ is as far from its mean."""
    doubled = np.rint(2.0 * stats.rankdata(np.abs(ranked))).astype(np.int64)
    differs = ranked != 0.0
    n_zeros = int(np.count_nonzero(~differs))
    ranks = closer_ranks(doubled[differs], 2 * n_zeros)
    chances = chances_of_sums(ranks)[: _smaller_sum(ranks, ranked[differs]) + 1]
    # Its distribution is symmetric; in the middle both tails hold the same sum.
    p_value = min(1.0, 2.0 * float(chances.sum()))
    zeros = n_zeros * (n_zeros + 1) / 2.0 if zero_method == "zsplit" else 0.0
    return (_smaller_sum(doubled, ranked) + zeros) / 2.0, p_value


def _smaller_sum(ranks: NDArray[np.int64], differences: NDArray[np.float64]) -> int:
    """Of the ranks of positive and of negative differences."""
    return int(min(ranks[differences > 0.0].sum(), ranks[differences < 0.0].sum()))
