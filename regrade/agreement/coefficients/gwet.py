from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.statistic import Rows, Sums, ratio
from regrade.agreement.counting.scale import Grades, Weighting, distances, settle_scale
from regrade.given import explained_fields


@explained_fields
@dataclass(frozen=True)
class GwetAC:
    """Gwet's AC2 for any number of assessors and of votes a pair; AC1 with plain weights.

    AC2 = (P - Pe) / (1 - Pe),  w(g, h) = 1 - d(g, h) / d(lowest, highest),
    P = mean over pairs with two votes or more of sum_g r_g (sum_h w(g, h) r_h - 1) / (r (r - 1)),
    Pe = sum w / (q (q - 1)) * sum_g s_g (1 - s_g),  s_g = mean over pairs of r_g / r,
    with r_g of a pair's r votes on grade g, q grades, and d(g, h) = |g - h| (linear), (g - h)^2
    (quadratic) or 1 where g differs from h (plain).

    Rows are `Counts` with a column for every grade that could be given, as q and the ends of the
    scale depend on it. A pair with one vote counts for s alone. At most 1; 1.0 where all votes
    are on one grade; not defined where no pair has two votes, or for fewer than two grades.

    Raises:
        ValueError: a scale that does not ascend, or an unknown weighting.

    Source:
        Gwet, British Journal of Mathematical and Statistical Psychology 61(1), 2008, and Handbook
        of Inter-Rater Reliability, 4th edition, 2014. Agrees with irrCAC's gwet.ac1.raw and
        categ.labels of the whole scale.
    """

    scale: Grades  # of the columns, ascending
    weighting: Weighting = "plain"

    def __post_init__(self) -> None:
        distances(settle_scale(self, "scale"), self.weighting)

    def sums(self, rows: Rows) -> Sums:
        sizes = rows.sum(axis=1)  # (n_pairs,)
        voted, n_votes = rows[sizes >= 1], sizes[sizes >= 1]
        pairable, n_couples = rows[sizes >= 2], sizes[sizes >= 2]
        agreeing = (pairable * (pairable @ self._weights() - 1)).sum(axis=1)  # (n_pairable,)
        share = (agreeing / (n_couples * (n_couples - 1))).sum()
        by_grade = (voted / n_votes[:, None]).sum(axis=0)  # (n_grades,)
        return np.array([*by_grade, len(voted), share, len(pairable)], dtype=np.float64)

    def value(self, sums: Sums) -> NDArray[np.float64]:
        n = self.scale.size
        observed = ratio(sums[..., -2], sums[..., -1])
        shares = ratio(sums[..., :-3], sums[..., -3, None])
        spread = (shares * (1 - shares)).sum(-1)
        by_chance = self._weights().sum() * ratio(spread, np.asarray(n * (n - 1)))
        return ratio(observed - by_chance, 1 - by_chance)

    def _weights(self) -> NDArray[np.float64]:
        """1 for the same grade, 0 for the two ends of the scale or, plain, for any two grades."""
        apart = distances(self.scale, self.weighting)
        widest = max(float(apart.max(initial=0.0)), 1.0)
        return 1.0 - apart / widest
