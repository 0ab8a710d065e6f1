"""How many votes, or how much weight, each pair has for each value."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from regrade.aggregation.policy import AggregationPolicy
from regrade.agreement.counting.scale import MOST_COMPARED, Grades, places_on
from regrade.votes.packed import PackedVotes

MAX_ITERATIONS = 200  # of MACE
Copies: TypeAlias = NDArray[np.float64]  # shape (n_votes,): how many times each counts


class Tally(NamedTuple):
    """Votes by pair and value; what is weighed has parts of votes."""

    values: Grades  # shape (n_values,), ascending
    counts: NDArray[np.float64]  # shape (n_values, n_pairs)

    @property
    def totals(self) -> NDArray[np.float64]:
        """Shape (n_pairs,)."""
        totals: NDArray[np.float64] = self.counts.sum(axis=0)
        return totals


class Ballots:
    """Votes ready to be tallied, as they are or drawn again.

    Where votes count several times or not at all, a pair none of whose votes counts keeps them.

    Args:
        votes: all with a grade.
        policy: it says which values are counted.
        scale: the grades that could be given, ascending.
    """

    def __init__(self, votes: PackedVotes, policy: AggregationPolicy, scale: Grades) -> None:
        self._votes, self._policy, self._scale = votes, policy, scale

    @property
    def n_pairs(self) -> int:
        return self._votes.n_pairs

    def by_grade(self, copies: Copies | None = None) -> Tally:
        """How often each pair got each grade.

        Args:
            copies: shape (n_votes,). How many times each vote counts; None is once.
        """
        return Tally(self._grades, self._counted(self._by_grade, copies))

    def by_value(self, copies: Copies | None = None) -> Tally:
        """Tally by the policy's values: a count of votes, the sum of their weights, or likelihoods.

        Args:
            copies: shape (n_votes,). How many times each vote counts; None is once.
        """
        votes, values = self._valued
        if self._policy.aggregate not in ("dawid-skene", "weighted"):
            return Tally(values, self._counted(self._by_value, copies))
        if copies is not None:
            is_missed = np.bincount(votes.pairs, copies, votes.n_pairs) == 0
            votes = repeated(votes, np.where(is_missed[votes.pairs], 1, copies))
        if self._policy.aggregate == "dawid-skene":
            return Tally(values, _likelihoods(votes, values))
        cells = _cells(votes, values)
        return Tally(values, _count(cells, values.size, _weights(votes, values, self._policy)))

    @cached_property
    def _grades(self) -> Grades:
        """The grades that are counted: of a long scale only those that were given."""
        is_model = self._policy.aggregate in ("dawid-skene", "weighted")
        if is_model or self._scale.size <= MOST_COMPARED or not self._votes.grades.size:
            return self._scale
        return np.unique(self._votes.grades).astype(np.int64)

    @cached_property
    def _valued(self) -> tuple[PackedVotes, Grades]:
        """The votes with the values that are counted, and these values."""
        threshold = self._policy.threshold
        if threshold is None:
            return self._votes, self._grades
        values = (self._votes.grades >= threshold).astype(np.float64)
        return self._votes.with_grades(values), np.array([0, 1])

    @cached_property
    def _by_grade(self) -> Given:
        return _given(self._votes, self._grades)

    @cached_property
    def _by_value(self) -> Given:
        return _given(*self._valued)

    def _counted(self, given: Given, copies: Copies | None) -> NDArray[np.float64]:
        if copies is None:
            return given.counts
        counts = _count(given.cells, len(given.counts), copies)
        missed = np.flatnonzero(counts.sum(axis=0) == 0)
        for drawn, as_given in zip(counts, given.counts, strict=True):
            drawn[missed] = as_given[missed]  # row by row: half the time of both axes at once
        return counts


class Given(NamedTuple):
    """Votes as cells of a table of values by pairs, and the table.

    Attributes:
        cells: the place of each vote in the table.
        counts: shape (n_values, n_pairs). As the votes are.
    """

    cells: Cells
    counts: NDArray[np.float64]


class Cells(NamedTuple):
    """Cells of a table, and the number of its columns."""

    numbers: Grades
    n_pairs: int


def _given(votes: PackedVotes, values: Grades) -> Given:
    cells = _cells(votes, values)
    return Given(cells, _count(cells, values.size))


def _cells(votes: PackedVotes, values: Grades) -> Cells:
    return Cells(places_on(values, votes.grades) * votes.n_pairs + votes.pairs, votes.n_pairs)


def _count(cells: Cells, n_values: int, weights: Copies | None = None) -> NDArray[np.float64]:
    counted = np.bincount(cells.numbers, weights, cells.n_pairs * n_values)
    return counted.astype(np.float64, copy=False).reshape(n_values, cells.n_pairs)


def repeated(votes: PackedVotes, copies: Copies) -> PackedVotes:
    """Each vote as often as it counts, each time by another assessor; pairs keep their numbers."""
    n_times = copies.astype(np.int64)
    places = np.repeat(np.arange(n_times.size), n_times)
    nth = np.arange(places.size) - np.repeat(np.cumsum(n_times) - n_times, n_times)
    n_names = len(votes.assessors)
    return replace(
        votes,
        assessors=[*votes.assessors] * max(1, int(n_times.max(initial=1))),
        pairs=votes.pairs[places],
        voters=votes.voters[places] + n_names * nth,
        grades=votes.grades[places],
    )


def _likelihoods(votes: PackedVotes, scale: Grades) -> NDArray[np.float64]:
    """How likely each value is the true one of each pair, by Dawid and Skene's model."""
    from regrade.agreement.crowd import dawid_skene  # with scipy, which a median does not need

    fitted = dawid_skene(votes, scale)
    return np.zeros((scale.size, votes.n_pairs)) if fitted is None else fitted.labels.T


def _weights(
    votes: PackedVotes, scale: Grades, policy: AggregationPolicy
) -> NDArray[np.float64] | None:
    """The weight of each vote: how often its assessor knows the value, by MACE."""
    from regrade.agreement.crowd import mace

    rng = None if policy.seed is None else np.random.default_rng(policy.seed)
    fitted = mace(votes, scale, rng=rng, max_iterations=MAX_ITERATIONS)
    return None if fitted is None else fitted.competence[votes.voters]
