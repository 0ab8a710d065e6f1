from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.statistic import Rows, Sums, ratio
from regrade.agreement.counting.confusion import confusion_matrix
from regrade.agreement.counting.scale import Grades, Weighting, distances, settle_scale
from regrade.given import explained_fields


@explained_fields
@dataclass(frozen=True)
class CohenKappa:
    """Cohen's kappa of two assessors; weights by the distance of the grades' values.

    kappa = 1 - D / De,  D = sum of d(g, h) over pairs graded g and h, De = the same by chance,
    d(g, h) = 1 where g differs from h (plain), |g - h| (linear) or (g - h)^2 (quadratic).
    1 and 3 are two apart where nobody gave a 2 too; tools that number the grades that occur put
    them one apart.

    Rows have the shape (n_pairs, 2), both grades of a pair; one with a NaN is left out. In
    [-1, 1]; not defined without a pair, or with one grade in all.

    Raises:
        ValueError: a scale that does not ascend, or an unknown weighting.

    Source:
        Cohen, Educational and Psychological Measurement 20(1), 1960, and Psychological Bulletin
        70(4), 1968. Agrees with statsmodels' cohens_kappa (wt None, "linear", "quadratic") on a
        table of the whole scale.
    """

    scale: Grades  # ascending
    weighting: Weighting = "plain"

    def __post_init__(self) -> None:
        distances(settle_scale(self, "scale"), self.weighting)

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
