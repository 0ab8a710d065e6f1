"""The filters that take votes away before they are aggregated, in the order they are applied.

Each gets the votes and which of them are left, and returns which remain: shape (n_votes,).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.assessors.others import leave_one_out
from regrade.agreement.counting.scale import Grades
from regrade.given import wrong_kind
from regrade.ids import id_text
from regrade.votes.packed import PackedVotes, Places, present
from regrade.votes.vote import PairKey

Flags = NDArray[np.bool_]
Ranks = NDArray[np.integer]  # from 1, of pairs; 0 is none


def drop_votes_on(votes: PackedVotes, left: Flags, pairs: Collection[PairKey]) -> Flags:
    """Drop the votes on these pairs, which get their labels otherwise."""
    found = votes.find_named(pairs)
    return left & ~present(found[found >= 0], votes.n_pairs)[votes.pairs]


def drop_deep(votes: PackedVotes, left: Flags, ranks: Ranks, depth: int) -> Flags:
    """Drop pairs below this depth in every run of the pool; rank 0 is in no run, and stays."""
    if ranks.shape != (votes.n_pairs,):
        raise ValueError(f"ranks are one for each of {votes.n_pairs} pairs, got {ranks.shape}")
    return left & (ranks <= depth)[votes.pairs]


def keep_assessors(votes: PackedVotes, left: Flags, assessors: Set[str] | None) -> Flags:
    """Drop everybody but these; None keeps all."""
    return left & among(votes.assessors, assessors, "assessors")[votes.voters]


def drop_blank_assessors(votes: PackedVotes, left: Flags, max_share: float | None) -> Flags:
    """Within a topic, drop assessors whose not-judged rows exceed a share of their rows there."""
    if max_share is None:
        return left
    _, seats = np.unique(seats_of(votes), return_inverse=True)
    n_rows = np.bincount(seats[left], minlength=seats.max(initial=-1) + 1)
    n_blank = np.bincount(seats[left & np.isnan(votes.grades)], minlength=n_rows.size)
    # Divided, not multiplied: 29 of 100 is not more than 0.29, and 0.29 * 100 < 29 in floats.
    is_blank = n_blank / np.maximum(n_rows, 1) > max_share
    return left & ~is_blank[seats]


def drop_disagreeing(
    votes: PackedVotes, left: Flags, scale: Grades, min_agreement: float | None
) -> Flags:
    """Drop assessors whose quadratic kappa with the middle of the others is below this.

    It is the figure that `leave_one_out` has, of the votes that are left.
    """
    if min_agreement is None:
        return left
    beside_others = leave_one_out(votes.where(left), scale)
    kappas = [one.cohen_kappa_quadratic for one in beside_others]
    is_kept = np.array(
        [kappa is None or kappa >= min_agreement for kappa in kappas], dtype=np.bool_
    )
    return left & is_kept[votes.voters]


def drop_not_judged(votes: PackedVotes, left: Flags) -> Flags:
    return left & ~np.isnan(votes.grades)


def drop_thin_topics(votes: PackedVotes, left: Flags, min_assessors: int) -> Flags:
    """Drop topics with fewer distinct assessors."""
    if min_assessors == 1:
        return left
    topics = np.unique(seats_of(votes)[left]) // max(1, len(votes.assessors))
    is_thin = np.bincount(topics, minlength=len(votes.topics)) < min_assessors
    return left & ~is_thin[topics_of(votes)]


def drop_thin_pairs(votes: PackedVotes, left: Flags, min_votes: int) -> Flags:
    """Drop pairs with too few votes."""
    n_votes = np.bincount(votes.pairs[left], minlength=votes.n_pairs)
    return left & (n_votes >= min_votes)[votes.pairs]


def keep_pairs(votes: PackedVotes, left: Flags, is_kept: Flags) -> Flags:
    """Drop every pair but these, shape (n_pairs,)."""
    return left & is_kept[votes.pairs]


def keep_topics(votes: PackedVotes, left: Flags, topics: Set[str] | None) -> Flags:
    """Drop every topic but these; None keeps all."""
    return left & among(votes.topics, topics, "topics")[topics_of(votes)]


def topics_of(votes: PackedVotes) -> Places:
    """The topic of each vote, shape (n_votes,)."""
    return votes.pair_topics[votes.pairs]


def seats_of(votes: PackedVotes) -> Places:
    """One number for the topic and the assessor of each vote, shape (n_votes,)."""
    return topics_of(votes) * max(1, len(votes.assessors)) + votes.voters


def among(names: Sequence[str], chosen: Collection[str] | None, what: str) -> Flags:
    """Which of the names are chosen; None chooses all."""
    if chosen is None:
        return np.ones(len(names), dtype=np.bool_)
    if isinstance(chosen, str):  # whose letters would be names
        raise wrong_kind(f"the {what} to keep", "a set of names", chosen)
    texts = {id_text(name, "name") for name in chosen}
    return np.array([name in texts for name in names], dtype=np.bool_)
