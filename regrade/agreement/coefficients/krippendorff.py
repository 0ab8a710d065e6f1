from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.statistic import Rows, Sums, compute, ratio
from regrade.agreement.counting.counts import Counts
from regrade.agreement.counting.scale import Grades, Scale, ascending, distances, table_of
from regrade.given import explained

Level = Literal["nominal", "ordinal", "interval", "ratio"]


@dataclass(frozen=True)
class KrippendorffAlpha:
    """`krippendorff_alpha` as a statistic of `Counts`."""

    level: Level
    grades: Grades  # of the columns, ascending

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


@explained
def krippendorff_alpha(counts: Counts, level: Level, grades: Scale | None = None) -> float | None:
    """Krippendorff's alpha for any number of votes a pair; pairs with one vote are left out.

    alpha = 1 - (n - 1) * sum(o * d) / sum(e * d) over all couples of grades c, k:
    o_ck = sum over pairs of the couples of votes (c, k) / (votes of the pair - 1),
    n_c = sum_k o_ck,  n = sum_c n_c,  e_ck = n_c * n_k,
    d_ck = 1 where c differs from k (nominal), (sum_{g=c..k} n_g - (n_c + n_k) / 2)^2 (ordinal),
    (c - k)^2 (interval) or ((c - k) / (c + k))^2 (ratio).

    Args:
        counts: shape (n_pairs, n_grades), votes of a pair for a grade, grades ascending. A pair
            may have any number of votes, none too: a missing vote is no vote.
        level: `nominal` asks whether two grades are the same, `ordinal` how many votes lie
            between them, `interval` how far their values are apart, `ratio` how far for their
            size.
        grades: the grades of the columns; interval and ratio need them.

    Returns:
        Value of at most 1; None where it is not defined: no pair with two votes, or all their
        votes on one grade.

    Raises:
        ValueError: interval or ratio without grades, ratio with a negative one, or as many grades
            as there are not columns.

    Source:
        Krippendorff, Computing Krippendorff's Alpha-Reliability, University of Pennsylvania,
        2011, sections C and D.
    """
    counts = table_of(counts, "grade")
    return compute(KrippendorffAlpha(level, _of_columns(counts, level, grades)), counts)


def _of_columns(counts: Counts, level: Level, grades: Scale | None) -> Grades:
    n_columns = counts.shape[1]
    if grades is None and level in ("interval", "ratio"):
        raise ValueError(f"alpha at {level} level needs the grades of the columns")
    of_columns = np.arange(n_columns) if grades is None else ascending(grades)
    if of_columns.size != n_columns:
        raise ValueError(f"{of_columns.size} grades for {n_columns} columns of votes")
    if level == "ratio" and (of_columns < 0).any():
        raise ValueError(f"alpha at ratio level needs grades of 0 or above, got {of_columns[0]}")
    return of_columns


def coincidence_matrix(counts: Counts) -> NDArray[np.float64]:
    """o of `krippendorff_alpha`: how often each grade came with each, over all couples of votes.

    Args:
        counts: shape (n_pairs, n_grades), votes of a pair for a grade.

    Returns:
        Shape (n_grades, n_grades), symmetric; adds up to the votes of pairs with two or more.
    """
    pairable = counts[counts.sum(axis=1) >= 2]  # (n_pairable, n_grades)
    shares = pairable / (pairable.sum(axis=1, keepdims=True) - 1)  # (n_pairable, n_grades)
    observed: NDArray[np.float64] = shares.T @ pairable - np.diag(shares.sum(axis=0))
    return observed
