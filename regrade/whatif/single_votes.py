"""Two systems' difference under single votes: the table that variance components are read from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.votes.packed import Places
from regrade.whatif.systems import Systems

Flags = NDArray[np.bool_]
TOO_FEW = "this needs at least two topics whose pairs all have two votes"


class SingleVotes(NamedTuple):
    """A difference by topic and vote.

    Attributes:
        differences: shape (n_topics, n_votes). The second system's value minus the first's, where
            a vote of each pair is all there is. Column k has the k-th vote of each pair by the
            names of its assessors: one person's where the same people judged a whole topic.
        topics: shape (n_topics,). The numbers of the panel's topics in the rows.
    """

    differences: NDArray[np.float64]
    topics: Places


@explained
def differences_by_vote(systems: Systems) -> SingleVotes:
    """Score two systems under the first vote of each pair alone, the second alone, and so on.

    Topics differ in how many votes all their pairs have. Those with at least k are taken, for the k
    that leaves most degrees of freedom to the residual: (n_topics - 1) (k - 1). Topics that the
    policy drops are left out, and those that it would drop under some of the single votes.
    Decisions that count as votes are there in every column.

    Args:
        systems: two of them, with the panel whose votes are taken.

    Raises:
        ValueError: no two topics have two votes on each of their pairs.
    """
    panel = systems.panel
    votes = panel.voted
    of_people = np.flatnonzero(panel.is_of_people)
    by_pair = of_people[np.lexsort((votes.voters[of_people], votes.pairs[of_people]))]
    n_votes = np.bincount(votes.pairs[of_people], minlength=votes.n_pairs)
    firsts = np.cumsum(n_votes) - n_votes
    as_given = systems.score_labels(panel.labels()).is_labelled
    topics, size = _chosen(panel.votes.pair_topics, n_votes, as_given)
    columns: list[NDArray[np.float64]] = []
    for place in range(size):
        # Pairs with fewer votes keep their last: they are of topics that are not in the table.
        nth = np.minimum(place, np.maximum(n_votes - 1, 0))
        taken = by_pair[(firsts + nth)[n_votes > 0]]
        alone = np.zeros(votes.pairs.size)
        alone[taken] = 1.0
        alone[~panel.is_of_people] = 1.0
        scored = systems.score_labels(panel.labels(alone))
        one, other = scored.values
        columns.append(np.where(scored.is_labelled, other - one, np.nan)[topics])
    table = np.array(columns).T
    is_whole = ~np.isnan(table).any(axis=1)
    if is_whole.sum() < 2:
        raise ValueError(TOO_FEW)
    return SingleVotes(table[is_whole], topics[is_whole])


def _chosen(pair_topics: Places, n_votes: Places, is_labelled: Flags) -> tuple[Places, int]:
    """The labelled topics all of whose pairs have k votes, for the best k, and k."""
    is_voted = n_votes > 0
    least = np.full(is_labelled.size, np.iinfo(np.int64).max)
    np.minimum.at(least, pair_topics[is_voted], n_votes[is_voted])
    least[(least == np.iinfo(np.int64).max) | ~is_labelled] = 0
    sizes: Sequence[int] = range(2, int(least.max(initial=0)) + 1)
    freedom = {k: (int((least >= k).sum()) - 1) * (k - 1) for k in sizes}
    best = max(freedom, key=lambda k: freedom[k], default=0)
    if not best or not freedom[best]:
        raise ValueError(TOO_FEW)
    return np.flatnonzero(least >= best), best
