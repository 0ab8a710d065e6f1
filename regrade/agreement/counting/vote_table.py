from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.counting.counts import Counts, count_in_rows
from regrade.agreement.counting.scale import Scale, ascending, table_of
from regrade.given import explained
from regrade.votes.packed import PackedVotes

Votes = NDArray[np.float64]  # shape (n_pairs, n_assessors): grades, NaN where there is no vote


def tabulate(votes: PackedVotes) -> Votes:
    """Votes with a row for each pair and a column for each assessor.

    A not-judged row leaves its cell empty.
    """
    table = np.full((votes.n_pairs, len(votes.assessors)), np.nan)
    table[votes.pairs, votes.voters] = votes.grades
    return table


def at_threshold(votes: Votes, threshold: int) -> Votes:
    """Binary votes: 1 where a grade reaches the threshold, else 0; missing votes stay missing."""
    return np.where(np.isnan(votes), np.nan, votes >= threshold)


@explained
def count_votes(votes: Votes, scale: Scale) -> Counts:
    """How often each pair got each grade of the scale; a missing vote counts nowhere.

    Raises:
        ValueError: a grade is not on the scale.
    """
    votes = table_of(votes, "assessor")
    rows, columns = np.nonzero(~np.isnan(votes))
    return count_in_rows(rows, votes[rows, columns], len(votes), ascending(scale))
