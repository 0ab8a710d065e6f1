from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.counts import Counts

Level = Literal["nominal", "ordinal"]


def krippendorff_alpha(counts: Counts, level: Level) -> float | None:
    """Krippendorff's alpha for any number of votes a pair; pairs with one vote are left out.

    alpha = 1 - (n - 1) * sum(o * d) / sum(e * d) over all couples of grades c, k:
    o_ck = sum over pairs of the couples of votes (c, k) / (votes of the pair - 1),
    n_c = sum_k o_ck,  n = sum_c n_c,  e_ck = n_c * n_k,
    d_ck = 1 where c differs from k (nominal), or (sum_{g=c..k} n_g - (n_c + n_k) / 2)^2 (ordinal).

    Args:
        counts: shape (n_pairs, n_grades), votes of a pair for a grade, grades ascending. A pair
            may have any number of votes, none too.
        level: `nominal` asks whether two grades are the same, `ordinal` how many votes lie
            between them.

    Returns:
        Value of at most 1; None where it is not defined: no pair with two votes, or all their
        votes on one grade.

    Source:
        Krippendorff, Computing Krippendorff's Alpha-Reliability, University of Pennsylvania,
        2011, sections C and D.
    """
    pairable = counts[counts.sum(axis=1) >= 2]  # (n_pairable, n_grades)
    margins = pairable.sum(axis=0)  # (n_grades,)
    if np.count_nonzero(margins) < 2:
        return None
    distances = _DISTANCES[level](margins)  # (n_grades, n_grades)
    expected = np.outer(margins, margins) / (margins.sum() - 1)
    observed = _coincidences(pairable)
    return float(1.0 - (observed * distances).sum() / (expected * distances).sum())


def _coincidences(pairable: Counts) -> NDArray[np.float64]:
    shares = pairable / (pairable.sum(axis=1, keepdims=True) - 1)  # (n_pairable, n_grades)
    observed: NDArray[np.float64] = shares.T @ pairable - np.diag(shares.sum(axis=0))
    return observed  # (n_grades, n_grades)


def _nominal(margins: NDArray[np.int64]) -> NDArray[np.float64]:
    return 1.0 - np.eye(margins.size)


def _ordinal(margins: NDArray[np.int64]) -> NDArray[np.float64]:
    middles = np.cumsum(margins) - margins / 2  # so that middles of c and k lie d_ck apart
    return np.square(middles[:, None] - middles[None, :])


_DISTANCES = {"nominal": _nominal, "ordinal": _ordinal}
