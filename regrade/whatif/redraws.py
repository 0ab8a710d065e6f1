"""How stable an order of systems is when assessors and topics are drawn again."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.aggregation.tallies import Copies
from regrade.given import explained
from regrade.votes.packed import PackedVotes
from regrade.whatif.systems import Systems

Values = NDArray[np.float64]


class Redraws(NamedTuple):
    """Means of systems, each row of another draw; NaN where a draw left no topic.

    Attributes:
        both: shape (n_draws, n_systems). Assessors and topics drawn again.
        people: shape (n_draws, n_systems). The same assessors, the topics as they are.
        topics: shape (n_draws, n_systems). The same topics, the assessors as they are.
        share_kept: the share of pairs that keep their votes in a draw, on average over all draws.
    """

    both: Values
    people: Values
    topics: Values
    share_kept: float


class Ahead(NamedTuple):
    """How often one system came out before another.

    Attributes:
        n_draws: draws that left a topic.
        n_ahead: shape (n_systems, n_systems). Draws in which the row's system is strictly better.
        places: shape (n_systems, n_systems). Draws in which the row's system took each place.
    """

    n_draws: int
    n_ahead: NDArray[np.int64]
    places: NDArray[np.int64]


@explained
def redraw(systems: Systems, *, n_draws: int = 200, first: int = 0, seed: int = 0) -> Redraws:
    """Draw assessors and topics again, derive the labels, and score the systems: nested bootstrap.

    A draw takes as many assessors as voted, with replacement: one that is drawn twice votes twice.
    A pair none of whose assessors is drawn keeps its own votes. Decisions of adjudicators and an
    expert's grades stay as they are, and so do the policy's filters: drawn are the votes that
    passed them. Topics are drawn with replacement from those that have labels as the votes are;
    one that has none in a draw does not count in it.

    Each draw has a seed of its own, so that draws 0 to 49 and 50 to 199 together are draws 0
    to 199.

    Args:
        systems: with the panel whose votes are drawn.
        n_draws: how many draws, from number `first` on.
        seed: of all draws.

    Raises:
        ValueError: the labels cannot be used with the measure, or fewer than one draw.

    Source:
        Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 8, for data in
        several samples; as both factors are drawn, its variance is a little too large rather than
        too small: Owen, Annals of Applied Statistics 1(2), 2007.
    """
    if n_draws < 1:
        raise ValueError(f"at least one draw is needed, got {n_draws}")
    panel = systems.panel
    as_given = systems.score_labels(panel.labels())
    voted, rows = panel.voted, list[tuple[Values, Values, Values]]()
    people = np.unique(voted.voters[panel.is_of_people])
    topics = np.flatnonzero(as_given.is_labelled)
    for number in range(first, first + n_draws):
        rng = np.random.default_rng([seed, number])
        counts = np.zeros(systems.n_topics)
        counts[topics] = _n_times(topics.size, rng)
        scored = systems.score_labels(panel.labels(copies_of(voted, people, rng)))
        rows.append((scored.weighted_means(counts), scored.means, as_given.weighted_means(counts)))
    both, of_people, of_topics = map(np.array, zip(*rows, strict=True))
    return Redraws(both, of_people, of_topics, share_kept(voted, people))


def copies_of(votes: PackedVotes, people: NDArray[np.int64], rng: np.random.Generator) -> Copies:
    """How often each vote counts in a draw of the people: shape (n_votes,)."""
    n_times = np.ones(len(votes.assessors))
    n_times[people] = _n_times(people.size, rng)
    return n_times[votes.voters]


def share_kept(votes: PackedVotes, people: NDArray[np.int64]) -> float:
    """Mean share of pairs that have votes and keep them, as none of their assessors is drawn.

    (1 - n_votes / n_people) ^ n_people of each pair; 0 where a decision counts as a vote.
    """
    is_of_people = np.isin(votes.voters, people)
    n_all, n_votes = (
        np.bincount(pairs, minlength=votes.n_pairs)
        for pairs in (votes.pairs, votes.pairs[is_of_people])
    )
    has_votes = n_all > 0
    missed = np.where(n_all > n_votes, 0.0, (1 - n_votes / max(people.size, 1)) ** people.size)
    return float(missed[has_votes].mean()) if has_votes.any() else 0.0


@explained
def count_ahead(means: Values, *, lower_is_better: bool = False) -> Ahead:
    """How often each system came out before each other one, and at which place.

    Args:
        means: shape (n_draws, n_systems). As `redraw` has them; draws with NaN do not count.
        lower_is_better: direction of the measure.
    """
    gains = np.round(means[~np.isnan(means).any(axis=1)], 12) * (-1.0 if lower_is_better else 1.0)
    n_draws, n_systems = gains.shape
    is_ahead = gains[:, :, None] > gains[:, None, :]
    above = is_ahead.sum(axis=1)  # (n_draws, n_systems): how many are better
    cells = np.arange(n_systems) * n_systems + above
    places = np.bincount(cells.ravel(), minlength=n_systems**2).reshape(n_systems, n_systems)
    return Ahead(n_draws, is_ahead.sum(axis=0), places)


def _n_times(n: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """How often each of n is among n drawn with replacement."""
    return np.bincount(rng.integers(0, n, n), minlength=n).astype(np.float64)
