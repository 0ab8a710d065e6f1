from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.scale import Scale, ascending, places_on
from regrade.agreement.vote_table import Votes


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


def cast_votes(votes: Votes, scale: Scale) -> Cast:
    """Extract the cells of the table that have a vote.

    Raises:
        ValueError: a grade is not on the scale.
    """
    grades = ascending(scale)
    rows, assessors = np.nonzero(~np.isnan(votes))  # row by row
    voted, starts, pairs = np.unique(rows, return_index=True, return_inverse=True)
    is_voted = np.zeros(len(votes), dtype=np.bool_)
    is_voted[voted] = True
    places = places_on(grades, votes[rows, assessors])
    return Cast(pairs, assessors, places, starts, is_voted, votes.shape[1], grades.size)


def shares(logits: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Each pair's distribution of grades, and the log-likelihood of all pairs.

    Args:
        logits: shape (n_voted, n_grades), log of each grade's joint probability with the votes.
    """
    highest = logits.max(axis=1, keepdims=True)
    scaled = np.exp(logits - highest)
    total = scaled.sum(axis=1, keepdims=True)
    return scaled / total, float((np.log(total) + highest).sum())
