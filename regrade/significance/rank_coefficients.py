from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import stats


def tau_b(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Kendall's tau-b of two rankings given by scores, corrected for ties in either.

    tau_b = (C - D) / sqrt((C + D + F) (C + D + S)),  C and D = concordant and discordant pairs,
    F and S = pairs tied in the second, the first ranking alone

    Args:
        first: shape (..., n). Scores in one ranking, higher is better.
        second: shape (..., n). Scores of the same items in the other.

    Returns:
        Shape (...,), in [-1, 1]; NaN where a ranking ties all its items, and for fewer than two.

    Source:
        Kendall, Biometrika 33(3), 1945. Agrees with scipy.stats.kendalltau.
    """
    i, j = np.triu_indices(first.shape[-1], 1)
    one = np.sign(first[..., i] - first[..., j])
    two = np.sign(second[..., i] - second[..., j])
    untied = np.sqrt(np.abs(one).sum(axis=-1) * np.abs(two).sum(axis=-1))
    tau = np.full(untied.shape, np.nan)
    np.divide((one * two).sum(axis=-1), untied, out=tau, where=untied > 0.0)
    return tau


def spearman(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Spearman's rank correlation of two rankings given by scores; ties share their mean rank.

    rho = Pearson's correlation of the ranks

    Args:
        first: shape (..., n). Scores in one ranking, higher is better.
        second: shape (..., n). Scores of the same items in the other.

    Returns:
        Shape (...,), in [-1, 1]; NaN where a ranking ties all its items, and for fewer than two.

    Source:
        Spearman, American Journal of Psychology 15(1), 1904. Agrees with scipy.stats.spearmanr.
    """
    one, two = _centered_ranks(first), _centered_ranks(second)
    spread = np.sqrt((one**2).sum(axis=-1) * (two**2).sum(axis=-1))
    rho = np.full(spread.shape, np.nan)
    np.divide((one * two).sum(axis=-1), spread, out=rho, where=spread > 0.0)
    return rho


def _centered_ranks(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    ranks = stats.rankdata(scores, axis=-1)
    # The mean rank is (n + 1) / 2 with ties as without.
    return np.asarray(ranks - (scores.shape[-1] + 1) / 2.0)


def tau_ap_a(reference: NDArray[np.float64], estimate: NDArray[np.float64]) -> NDArray[np.float64]:
    """AP correlation of an estimated ranking with a reference: how accurate, above all at the top.

    tau_AP = 2 / (n - 1) sum_{i=2..n} C(i) / (i - 1) - 1,  C(i) = items above rank i of the
    estimate that the reference, too, puts above the item there. Not symmetric: ranks and their
    weights are the estimate's. Where the estimate has ties the value is the mean over all ways
    to break them; the same holds for ties in the reference, which the source leaves out.

    Args:
        reference: shape (..., n). Scores in the reference ranking, higher is better.
        estimate: shape (..., n). Scores of the same items in the estimated ranking.

    Returns:
        Shape (...,), in [-1, 1], 0 for an estimate that ties all; NaN for fewer than two items.

    Source:
        Yilmaz, Aslam and Robertson, SIGIR 2008; with ties tau_AP,a of Urbano and Marrero,
        ICTIR 2017.
    """
    n = estimate.shape[-1]
    if n < 2:
        return np.full(estimate.shape[:-1], np.nan)
    above = _is_above(estimate)  # (..., i, j): j is above i
    agreement = (above * np.sign(_differences(reference))).sum(axis=-1)
    n_above = above.sum(axis=-1)
    n_tied = n - n_above - above.sum(axis=-2)
    # Item i of a group of t takes each of the ranks n_above + 1 .. n_above + t equally often,
    # with 1 / (rank - 1) as weight; the pairs within its group agree and disagree as often.
    harmonic = np.concatenate([[0.0], np.cumsum(1.0 / np.arange(1, n + 1))])
    weights = (harmonic[n_above + n_tied - 1] - harmonic[np.maximum(n_above - 1, 0)]) / n_tied
    # Without a tie the weight is 1 / n_above, by which equal orders come to exactly 1.
    alone = agreement / np.maximum(n_above, 1)
    agreed = np.where(n_tied == 1, alone, agreement * weights)
    return np.asarray(agreed.sum(axis=-1) / (n - 1))


def tau_ap_b(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Symmetric AP correlation of two rankings with ties, which weights the top most.

    tau_AP,b = (b(first | second) + b(second | first)) / 2,
    b(x | y) = 2 / (n - t_1) sum_{i: p_i > 1} C(i) / (p_i - 1) - 1,  p_i = 1 + items above i in y,
    C(i) = those of them that are above i in x as well, t_1 = items tied for y's first rank.
    Ties within y are no information and are left out; ties within x alone disagree. Without
    ties it is the symmetric AP correlation, the mean of both directions.

    Args:
        first: shape (..., n). Scores in one ranking, higher is better.
        second: shape (..., n). Scores of the same items in the other.

    Returns:
        Shape (...,), in [-1, 1]; 1 for equal rankings with the same ties; NaN where a ranking
        ties all its items, and for fewer than two.

    Source:
        Urbano and Marrero, ICTIR 2017; the symmetric form without ties: Yilmaz, Aslam and
        Robertson, SIGIR 2008.
    """
    one, two = _is_above(first), _is_above(second)
    both = (one & two).sum(axis=-1)
    return np.asarray((_share_above(both, one) + _share_above(both, two)) / 2.0)


def _differences(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Entry (i, j): how far item j scores above item i."""
    return np.asarray(scores[..., None, :] - scores[..., :, None])


def _is_above(scores: NDArray[np.float64]) -> NDArray[np.bool_]:
    return np.asarray(_differences(scores) > 0.0)


def _share_above(agreed: NDArray[np.int64], above: NDArray[np.bool_]) -> NDArray[np.float64]:
    """2 / (n - t_1) times the sum of agreed / above, less 1; NaN where nothing is above."""
    n_above = above.sum(axis=-1)
    shares = np.divide(agreed, n_above, out=np.zeros(n_above.shape), where=n_above > 0)
    n_lower = (n_above > 0).sum(axis=-1)
    mean = np.full(n_lower.shape, np.nan)
    np.divide(shares.sum(axis=-1), n_lower, out=mean, where=n_lower > 0)
    return np.asarray(2.0 * mean - 1.0)
