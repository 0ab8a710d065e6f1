from __future__ import annotations

import numpy as np

from regrade.agreement.counts import Counts


def fleiss_kappa(counts: Counts, n_votes: int) -> float | None:
    """Fleiss' kappa over the pairs with exactly `n_votes` votes; other pairs are left out.

    kappa = (P - Pe) / (1 - Pe),  P = mean over pairs of the share of agreeing vote pairs,
    Pe = sum over grades of (share of all votes)^2.

    Args:
        counts: shape (n_pairs, n_grades), votes of a pair for a grade. A pair may have any number
            of votes, none too.
        n_votes: m, votes per pair.

    Returns:
        Value in [-1, 1]; None where it is not defined: m below 2, no pair with m votes, or all
        of their votes on one grade.

    Source:
        Fleiss, Psychological Bulletin 76(5), 1971. Agrees with statsmodels' fleiss_kappa on
        tables where every row has m votes.
    """
    table = counts[counts.sum(axis=1) == n_votes]  # (n_pairs_with_m, n_grades)
    by_grade = table.sum(axis=0)  # (n_grades,)
    if n_votes < 2 or np.count_nonzero(by_grade) < 2:
        return None
    agreeing = (table * (table - 1)).sum() / (len(table) * n_votes * (n_votes - 1))
    by_chance = np.square(by_grade / by_grade.sum()).sum()
    return float((agreeing - by_chance) / (1 - by_chance))
