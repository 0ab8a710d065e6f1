from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.statistic import Rows, Sums, ratio


@dataclass(frozen=True)
class FleissKappa:
    """Fleiss' kappa over the pairs with exactly `n_votes` votes; other pairs are left out.

    kappa = (P - Pe) / (1 - Pe),  P = mean over pairs of the share of agreeing vote pairs,
    Pe = sum over grades of (share of all votes)^2.

    Rows are `Counts`; a pair may have any number of votes, none too. In [-1, 1]; not defined for
    fewer than 2 votes, without a pair that has as many, or with one grade in all.

    Source:
        Fleiss, Psychological Bulletin 76(5), 1971. Agrees with statsmodels' fleiss_kappa on
        tables where every row has as many votes.
    """

    n_votes: int

    def sums(self, rows: Rows) -> Sums:
        table = rows[rows.sum(axis=1) == self.n_votes]  # (n_pairs_with_m, n_grades)
        agreeing = (table * (table - 1)).sum()
        return np.array([*table.sum(axis=0), agreeing, len(table)], dtype=np.float64)

    def value(self, sums: Sums) -> NDArray[np.float64]:
        by_grade, agreeing, n_pairs = sums[..., :-2], sums[..., -2], sums[..., -1]
        couples = n_pairs * self.n_votes * (self.n_votes - 1)
        n_votes = by_grade.sum(-1)
        # Times the square of the number of votes, which are whole numbers: 0 is 0 exactly.
        by_chance = np.square(by_grade).sum(-1)
        apart = np.square(n_votes) - by_chance
        return ratio(ratio(agreeing, couples) * np.square(n_votes) - by_chance, apart)
