from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.scale import Scale, ascending, places_on
from regrade.agreement.vote_table import Votes
from regrade.votes.packed import PackedVotes, present


class Cast(NamedTuple):
    """The votes that were cast, one after the other, those on one pair together."""

    pairs: NDArray[np.int64]  # (n_votes,): place among the pairs with a vote
    assessors: NDArray[np.int64]  # (n_votes,): column of the table
    grades: NDArray[np.int64]  # (n_votes,): place on the scale
    starts: NDArray[np.int64]  # (n_voted,): each pair's first vote
    is_voted: NDArray[np.bool_]  # (n_pairs,): which pairs of the table have a vote
    n_assessors: int
    n_grades: int

    def by_pair(self, of_votes: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum over the votes of each pair: (n_votes, ...) to (n_voted, ...)."""
        return np.add.reduceat(of_votes, self.starts, axis=0)

    def by_vote_for(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum over each assessor's votes for each grade: (n_votes,) to (n_assessors, n_grades)."""
        cells = self.assessors * self.n_grades + self.grades
        size = self.n_assessors * self.n_grades
        counted: NDArray[np.float64] = np.bincount(cells, weights, size).astype(np.float64)
        return counted.reshape(self.n_assessors, self.n_grades)

    def of_all_pairs(self, labels: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n_voted, n_grades) to (n_pairs, n_grades), NaN where nobody voted."""
        spread = np.full((self.is_voted.size, self.n_grades), np.nan)
        spread[self.is_voted] = labels
        return spread

    def of_voters(self, figures: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same with NaN for assessors who never voted: (n_assessors, ...)."""
        has_voted = np.bincount(self.assessors, minlength=self.n_assessors) > 0
        shape = (-1,) + (1,) * (figures.ndim - 1)
        return np.where(has_voted.reshape(shape), figures, np.nan)


def cast_votes(votes: Votes | PackedVotes, scale: Scale) -> Cast:
    """The votes with a grade, from a table or from columns.

    Raises:
        ValueError: a grade is not on the scale.
    """
    rows, assessors, given, n_pairs, n_assessors = _graded(votes)
    voted, starts, pairs = np.unique(rows, return_index=True, return_inverse=True)
    places = places_on(ascending(scale), given)
    n_grades = len(scale)
    return Cast(pairs, assessors, places, starts, present(voted, n_pairs), n_assessors, n_grades)


def _graded(
    votes: Votes | PackedVotes,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], int, int]:
    """Pair, assessor and grade of each vote that has one, pair by pair; and how many there are."""
    if not isinstance(votes, PackedVotes):
        rows, columns = np.nonzero(~np.isnan(votes))
        return rows, columns, votes[rows, columns], *votes.shape
    order = np.argsort(votes.pairs, kind="stable")
    order = order[~np.isnan(votes.grades[order])]
    sorted_columns = votes.pairs[order], votes.voters[order], votes.grades[order]
    return *sorted_columns, votes.n_pairs, len(votes.assessors)


def shares(logits: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Each pair's distribution of grades, and the log-likelihood of all pairs.

    Args:
        logits: shape (n_voted, n_grades), log of each grade's joint probability with the votes.
    """
    highest = logits.max(axis=1, keepdims=True)
    scaled = np.exp(logits - highest)
    total = scaled.sum(axis=1, keepdims=True)
    return scaled / total, float((np.log(total) + highest).sum())
