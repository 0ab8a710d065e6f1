"""How many votes, or how much weight, each pair has for each value."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.aggregation.policy import AggregationPolicy
from regrade.agreement.counting.scale import Grades
from regrade.votes.packed import PackedVotes

MAX_ITERATIONS = 200  # of MACE


class Tally(NamedTuple):
    """Votes by pair and value; what is weighed has parts of votes."""

    values: Grades  # shape (n_values,), ascending
    counts: NDArray[np.float64]  # shape (n_pairs, n_values)

    @property
    def totals(self) -> NDArray[np.float64]:
        """Shape (n_pairs,)."""
        totals: NDArray[np.float64] = self.counts.sum(axis=1)
        return totals


def tally_grades(votes: PackedVotes) -> Tally:
    """How often each pair got each grade that was given to any.

    Args:
        votes: all with a grade.
    """
    values, places = np.unique(votes.grades, return_inverse=True)
    if not values.size:  # one to choose from, for arrays without rows
        values = np.zeros(1)
    return Tally(values.astype(np.int64), _counted(votes, places, values.size))


def tally_values(votes: PackedVotes, policy: AggregationPolicy, scale: Grades) -> Tally:
    """Tally by value: a count of votes, the sum of their weights, or likelihoods.

    Args:
        votes: all with a grade.
        scale: the grades that could be given, ascending.
    """
    if policy.threshold is not None:
        votes = votes.with_grades((votes.grades >= policy.threshold).astype(np.float64))
        scale = np.array([0, 1])
    if policy.aggregate == "dawid-skene":
        return Tally(scale, _likelihoods(votes, scale))
    if policy.aggregate == "weighted":
        places = np.searchsorted(scale, votes.grades)
        return Tally(scale, _counted(votes, places, scale.size, _weights(votes, scale, policy)))
    return tally_grades(votes)


def _counted(
    votes: PackedVotes,
    places: NDArray[np.int64],
    n_values: int,
    weights: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    cells = votes.pairs * n_values + places
    counted = np.bincount(cells, weights, votes.n_pairs * n_values)
    return counted.astype(np.float64).reshape(votes.n_pairs, n_values)


def _likelihoods(votes: PackedVotes, scale: Grades) -> NDArray[np.float64]:
    """How likely each value is the true one of each pair, by Dawid and Skene's model."""
    from regrade.agreement.crowd import dawid_skene  # with scipy, which a median does not need

    fitted = dawid_skene(votes, scale)
    return np.zeros((0, scale.size)) if fitted is None else fitted.labels


def _weights(
    votes: PackedVotes, scale: Grades, policy: AggregationPolicy
) -> NDArray[np.float64] | None:
    """The weight of each vote: how often its assessor knows the value, by MACE."""
    from regrade.agreement.crowd import mace

    rng = None if policy.seed is None else np.random.default_rng(policy.seed)
    fitted = mace(votes, scale, rng=rng, max_iterations=MAX_ITERATIONS)
    return None if fitted is None else fitted.competence[votes.voters]
