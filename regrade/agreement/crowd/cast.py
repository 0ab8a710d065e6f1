from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from regrade.agreement.counting.scale import Scale, ascending, places_on
from regrade.agreement.counting.vote_table import Votes, graded_votes
from regrade.votes.packed import PackedVotes, present


class Cast(NamedTuple):
    """The votes that were cast, as a matrix of pairs by what assessors can give them.

    A *cell* is a grade of an assessor: assessor 2 of three grades has cells 6, 7 and 8. Sums over
    votes are products with the matrix, of few cells by all pairs.
    """

    votes: csr_array  # (n_voted, n_cells): 1 where an assessor gave a pair the grade
    n_given: NDArray[np.int64]  # (n_assessors, n_grades): votes of each cell
    is_voted: NDArray[np.bool_]  # (n_pairs,): pairs of the table that have a vote
    n_assessors: int
    n_grades: int

    @property
    def n_votes(self) -> int:
        return int(self.n_given.sum())

    def by_grade(self) -> NDArray[np.float64]:
        """How many votes each pair got for each grade: (n_voted, n_grades)."""
        return self.of_pairs(np.tile(np.eye(self.n_grades), (self.n_assessors, 1, 1)))

    def of_pairs(self, of_cells: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum over the votes of each pair: (n_assessors, n_grades, n) to (n_voted, n)."""
        sums: NDArray[np.float64] = self.votes @ of_cells.reshape(-1, of_cells.shape[2])
        return sums

    def of_cells(self, of_pairs: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum over the votes for each cell: (n_voted, n) to (n_assessors, n_grades, n)."""
        sums: NDArray[np.float64] = self.votes.T @ of_pairs
        return sums.reshape(self.n_assessors, self.n_grades, -1)

    def of_all_pairs(self, labels: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n_voted, n_grades) to (n_pairs, n_grades), NaN where nobody voted."""
        spread = np.full((self.is_voted.size, self.n_grades), np.nan)
        spread[self.is_voted] = labels
        return spread

    def of_voters(self, figures: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same with NaN for assessors who never voted: (n_assessors, ...)."""
        has_voted = self.n_given.any(axis=1)
        shape = (-1,) + (1,) * (figures.ndim - 1)
        return np.where(has_voted.reshape(shape), figures, np.nan)


def cast_votes(votes: Votes | PackedVotes, scale: Scale) -> Cast:
    """The votes with a grade, from a table or from columns.

    Raises:
        ValueError: a grade is not on the scale.
    """
    rows, assessors, given, n_pairs, n_assessors = graded_votes(votes)
    n_grades = len(scale)
    is_voted = present(rows, n_pairs)
    cells = assessors * n_grades + places_on(ascending(scale), given)
    pairs = (np.cumsum(is_voted) - 1)[rows]
    n_cells = n_assessors * n_grades
    matrix = csr_array((np.ones(cells.size), (pairs, cells)), (int(is_voted.sum()), n_cells))
    n_given = np.bincount(cells, minlength=n_cells).reshape(n_assessors, n_grades)
    return Cast(matrix, n_given, is_voted, n_assessors, n_grades)


def shares(logits: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Each pair's distribution of grades, and the log-likelihood of all pairs.

    Args:
        logits: shape (n_voted, n_grades), log of each grade's joint probability with the votes.
    """
    # Grades are few: numpy is many times as fast along pairs.
    by_grade = np.ascontiguousarray(logits.T)
    highest = by_grade.max(axis=0)
    scaled = np.exp(by_grade - highest)
    total = scaled.sum(axis=0)
    likelihood = float((np.log(total) + highest).sum())
    return np.ascontiguousarray((scaled / total).T), likelihood
