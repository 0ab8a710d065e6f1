from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.counting.scale import Counts, Scale, ascending, count_in_rows, table_of
from regrade.given import explained
from regrade.votes.packed import PackedVotes, Places

Votes = NDArray[np.float64]  # shape (n_pairs, n_assessors): grades, NaN where there is no vote


class Graded(NamedTuple):
    """The votes with a grade, by columns."""

    pairs: Places  # shape (n_votes,)
    voters: Places  # shape (n_votes,)
    grades: NDArray[np.float64]  # shape (n_votes,)
    n_pairs: int
    n_assessors: int


def graded_votes(votes: Votes | PackedVotes) -> Graded:
    """The votes with a grade, of a table or of packed votes."""
    if not isinstance(votes, PackedVotes):
        votes = table_of(votes, "assessor")
        rows, columns = np.nonzero(~np.isnan(votes))
        return Graded(rows, columns, votes[rows, columns], *votes.shape)
    is_graded = ~np.isnan(votes.grades)
    columns_of = votes.pairs[is_graded], votes.voters[is_graded], votes.grades[is_graded]
    return Graded(*columns_of, votes.n_pairs, len(votes.assessors))


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
def count_votes(votes: Votes | PackedVotes, scale: Scale) -> Counts:
    """How often each pair got each grade of the scale; a missing vote counts nowhere.

    Raises:
        ValueError: a grade is not on the scale.
    """
    graded = graded_votes(votes)
    return count_in_rows(graded.pairs, graded.grades, graded.n_pairs, ascending(scale))
