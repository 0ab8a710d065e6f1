from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.statistic import Rows, Sums, ratio
from regrade.agreement.counting.scale import Counts, Grades, distances, settle_scale
from regrade.given import explained_fields

Level = Literal["nominal", "ordinal", "interval", "ratio"]


@explained_fields
@dataclass(frozen=True)
class KrippendorffAlpha:
    """Krippendorff's alpha for any number of votes a pair; pairs with one vote are left out.

    alpha = 1 - (n - 1) * sum(o * d) / sum(e * d) over all couples of grades c, k:
    o_ck = sum over pairs of the couples of votes (c, k) / (votes of the pair - 1),
    n_c = sum_k o_ck,  n = sum_c n_c,  e_ck = n_c * n_k,
    d_ck = 1 where c differs from k (nominal), (sum_{g=c..k} n_g - (n_c + n_k) / 2)^2 (ordinal),
    (c - k)^2 (interval) or ((c - k) / (c + k))^2 (ratio).

    Rows are `Counts`. At most 1; not defined where no pair has two votes, or all their votes are
    on one grade.

    Raises:
        ValueError: grades that do not ascend, an unknown level, or ratio with a negative grade.

    Source:
        Krippendorff, Computing Krippendorff's Alpha-Reliability, University of Pennsylvania,
        2011, sections C and D.
    """

    level: Level
    grades: Grades  # of the columns, ascending

    def __post_init__(self) -> None:
        settle_scale(self, "grades")
        if self.level not in get_args(Level):
            raise ValueError(f"level is one of {', '.join(get_args(Level))}, not {self.level!r}")
        if self.level == "ratio" and (self.grades < 0).any():
            raise ValueError(f"alpha at ratio level needs grades from 0, got {self.grades[0]}")

    def sums(self, rows: Rows) -> Sums:
        return coincidence_matrix(rows).ravel()

    def value(self, sums: Sums) -> NDArray[np.float64]:
        n = self.grades.size
        observed = sums.reshape(*sums.shape[:-1], n, n)  # (..., n_grades, n_grades)
        margins = observed.sum(-1)  # (..., n_grades)
        apart = self._distances(margins)
        expected = margins[..., :, None] * margins[..., None, :]
        n_others = margins.sum(-1) - 1
        disagreeing = (observed * apart).sum((-2, -1)) * n_others
        return 1.0 - ratio(disagreeing, (expected * apart).sum((-2, -1)))

    def _distances(self, margins: NDArray[np.float64]) -> NDArray[np.float64]:
        if self.level == "ordinal":
            # so that the middles of c and k lie d_ck apart
            middles = np.cumsum(margins, axis=-1) - margins / 2
            return np.square(middles[..., :, None] - middles[..., None, :])
        if self.level == "ratio":
            total = self.grades[:, None] + self.grades[None, :]
            share = ratio(self.grades[:, None] - self.grades[None, :], total)
            return np.square(np.nan_to_num(share))  # 0 and 0 are 0 apart
        return distances(self.grades, "plain" if self.level == "nominal" else "quadratic")


def coincidence_matrix(counts: Counts) -> NDArray[np.float64]:
    """o of `KrippendorffAlpha`: how often each grade came with each, over all couples of votes.

    Args:
        counts: shape (n_pairs, n_grades), votes of a pair for a grade.

    Returns:
        Shape (n_grades, n_grades), symmetric; adds up to the votes of pairs with two or more.
    """
    pairable = counts[counts.sum(axis=1) >= 2]  # (n_pairable, n_grades)
    shares = pairable / (pairable.sum(axis=1, keepdims=True) - 1)  # (n_pairable, n_grades)
    observed: NDArray[np.float64] = shares.T @ pairable - np.diag(shares.sum(axis=0))
    return observed
