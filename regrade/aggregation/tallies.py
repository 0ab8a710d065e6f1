"""How many votes, or how much weight, each pair has for each value."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from regrade.aggregation.policy import AggregationPolicy
from regrade.agreement.counting.scale import Grades, places_on
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


def tally_grades(votes: PackedVotes, scale: Grades, copies: Copies | None = None) -> Tally:
    """How often each pair got each grade.

    Args:
        votes: all with a grade.
        scale: the grades that could be given, ascending.
        copies: how many times each vote counts; None is once.
    """
    return Tally(scale, _counted(votes, places_on(scale, votes.grades), scale.size, copies))


def tally_values(
    votes: PackedVotes, policy: AggregationPolicy, scale: Grades, copies: Copies | None = None
) -> Tally:
    """Tally by value: a count of votes, the sum of their weights, or likelihoods.

    Args:
        votes: all with a grade.
        scale: the grades that could be given, ascending.
        copies: how many times each vote counts; None is once.
    """
    if policy.threshold is not None:
        votes = votes.with_grades((votes.grades >= policy.threshold).astype(np.float64))
        scale = np.array([0, 1])
    if policy.aggregate not in ("dawid-skene", "weighted"):
        return tally_grades(votes, scale, copies)
    if copies is not None:
        votes = repeated(votes, copies)
    if policy.aggregate == "dawid-skene":
        return Tally(scale, _likelihoods(votes, scale))
    places = places_on(scale, votes.grades)
    return Tally(scale, _counted(votes, places, scale.size, _weights(votes, scale, policy)))


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


def _counted(
    votes: PackedVotes, places: Grades, n_values: int, weights: Copies | None = None
) -> NDArray[np.float64]:
    cells = places * votes.n_pairs + votes.pairs
    counted = np.bincount(cells, weights, votes.n_pairs * n_values)
    return counted.astype(np.float64, copy=False).reshape(n_values, votes.n_pairs)


def _likelihoods(votes: PackedVotes, scale: Grades) -> NDArray[np.float64]:
    """How likely each value is the true one of each pair, by Dawid and Skene's model."""
    from regrade.agreement.crowd import dawid_skene  # with scipy, which a median does not need

    fitted = dawid_skene(votes, scale)
    return np.zeros((scale.size, 0)) if fitted is None else fitted.labels.T


def _weights(
    votes: PackedVotes, scale: Grades, policy: AggregationPolicy
) -> NDArray[np.float64] | None:
    """The weight of each vote: how often its assessor knows the value, by MACE."""
    from regrade.agreement.crowd import mace

    rng = None if policy.seed is None else np.random.default_rng(policy.seed)
    fitted = mace(votes, scale, rng=rng, max_iterations=MAX_ITERATIONS)
    return None if fitted is None else fitted.competence[votes.voters]
