from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.statistic import Rows, Sums, compute, ratio
from regrade.agreement.counting.confusion import confusion_matrix
from regrade.agreement.counting.scale import Grades, Scale, Weighting, ascending, distances
from regrade.given import explained


@dataclass(frozen=True)
class CohenKappa:
    """`cohen_kappa` as a statistic of rows of shape (n_pairs, 2); one with a NaN is left out."""

    scale: Grades  # ascending
    weighting: Weighting = "plain"

    def sums(self, rows: Rows) -> Sums:
        table = confusion_matrix(rows[:, 0], rows[:, 1], self.scale)
        return table.ravel().astype(np.float64)

    def value(self, sums: Sums) -> NDArray[np.float64]:
        n = self.scale.size
        table = sums.reshape(*sums.shape[:-1], n, n)  # (..., n_grades, n_grades)
        by_chance = table.sum(-1)[..., :, None] * table.sum(-2)[..., None, :]  # times n_pairs
        weights = distances(self.scale, self.weighting)
        observed = (weights * table).sum((-2, -1)) * sums.sum(-1)
        return 1.0 - ratio(observed, (weights * by_chance).sum((-2, -1)))


@explained
def cohen_kappa(
    first: Grades, second: Grades, *, weighting: Weighting = "plain", scale: Scale | None = None
) -> float | None:
    """Cohen's kappa of two assessors; weights by the distance of the grades' values.

    kappa = 1 - D / De,  D = sum of d(g, h) over pairs graded g and h, De = the same by chance,
    d(g, h) = 1 where g differs from h (plain), |g - h| (linear) or (g - h)^2 (quadratic).
    1 and 3 are two apart where nobody gave a 2 too; tools that number the grades that occur put
    them one apart.

    Args:
        first: shape (n_pairs,). One assessor's grades on the pairs that both judged; a pair with
            a missing vote has no place here.
        second: shape (n_pairs,). The other's, in the same order.
        weighting: what a disagreement weighs.
        scale: the grades that could be given, ascending; None takes those that occur, which gives
            the same kappa.

    Returns:
        Value in [-1, 1]; None where it is not defined: no pair, or one grade in all.

    Raises:
        ValueError: the two differ in length, or a grade is not on the scale.

    Source:
        Cohen, Educational and Psychological Measurement 20(1), 1960, and Psychological Bulletin
        70(4), 1968. Agrees with statsmodels' cohens_kappa (wt None, "linear", "quadratic") on a
        table of the whole scale.
    """
    if first.shape != second.shape:
        raise ValueError(f"{first.size} grades of one assessor, {second.size} of the other")
    grades = np.union1d(first, second) if scale is None else ascending(scale)
    return compute(CohenKappa(grades, weighting), np.stack([first, second], axis=1))


@explained
def cohen_kappa_quadratic(first: Grades, second: Grades) -> float | None:
    """`cohen_kappa` with quadratic weights."""
    return cohen_kappa(first, second, weighting="quadratic")
