from __future__ import annotations

from regrade.agreement.counts import Counts


def percent_agreement(counts: Counts) -> float | None:
    """Mean over pairs of the share of their couples of votes that agree; a share, not times 100.

    Every pair with at least two votes weighs the same, whatever their number.

    Args:
        counts: shape (n_pairs, n_grades), votes of a pair for a grade.

    Returns:
        Value in [0, 1]; None where no pair has two votes.
    """
    n_votes = counts.sum(axis=1)
    table, sizes = counts[n_votes >= 2], n_votes[n_votes >= 2]
    if sizes.size == 0:
        return None
    agreeing = (table * (table - 1)).sum(axis=1) / (sizes * (sizes - 1))  # (n_pairable,)
    return float(agreeing.mean())
