from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.counting.scale import Grades
from regrade.votes.packed import PackedVotes, Places

Missing = Literal["drop", "median-up", "category"]

NOT_JUDGED = 2**15  # beyond every grade: an answer without one, where that is a category of its own


class Ballots(NamedTuple):
    """The votes that enter the statistics: those of a pair together, in the order of giving.

    What stands for a not-judged row comes behind the grades of its pair.
    """

    topics: Places  # shape (n_pairs,): the number of each pair's topic
    pairs: Places  # shape (n_entries,), never descending
    voters: Places  # shape (n_entries,): who gave it
    grades: Grades  # shape (n_entries,)
    is_filled: NDArray[np.bool_]  # shape (n_entries,): it stands for a not-judged row

    @property
    def sizes(self) -> Places:
        """How many entries each pair has, shape (n_pairs,)."""
        return np.bincount(self.pairs, minlength=self.topics.size)


def cast_ballots(votes: PackedVotes, *, threshold: int | None, missing: Missing) -> Ballots:
    """Fill or drop the not-judged rows of each pair, then make grades binary by the threshold.

    Filling takes the other recorded grades of the pair, of whatever assessor, never another filled
    value, and only ever replaces a recorded row; a pair without a grade stays empty. As a category
    a not-judged row is `NOT_JUDGED`, whatever the threshold.
    """
    is_blank = np.isnan(votes.grades)
    grades = votes.grades.copy()
    grades[is_blank] = _fillings(votes, missing)[votes.pairs[is_blank]]
    order = np.lexsort((is_blank, votes.pairs))
    entering = order[~np.isnan(grades[order])]
    if threshold is not None:
        grades = np.where(grades == NOT_JUDGED, NOT_JUDGED, grades >= threshold)
    return Ballots(
        votes.pair_topics,
        votes.pairs[entering],
        votes.voters[entering],
        grades[entering].astype(np.int64),
        is_blank[entering],
    )


def _fillings(votes: PackedVotes, missing: Missing) -> NDArray[np.float64]:
    """The value of a not-judged row of each pair, shape (n_pairs,); NaN leaves the row out."""
    if missing == "median-up":
        return _medians_up(votes)
    return np.full(votes.n_pairs, NOT_JUDGED if missing == "category" else np.nan)


def _medians_up(votes: PackedVotes) -> NDArray[np.float64]:
    """The median of each pair's grades, rounded up; NaN where it has none."""
    is_graded = ~np.isnan(votes.grades)
    pairs, grades = votes.pairs[is_graded], votes.grades[is_graded]
    ordered = grades[np.lexsort((grades, pairs))]
    sizes = np.bincount(pairs, minlength=votes.n_pairs)
    rows = np.flatnonzero(sizes)
    starts, sizes = (np.cumsum(sizes) - sizes)[rows], sizes[rows]
    medians = np.full(votes.n_pairs, np.nan)
    middles = ordered[starts + (sizes - 1) // 2] + ordered[starts + sizes // 2]
    medians[rows] = np.ceil(middles / 2)
    return medians
