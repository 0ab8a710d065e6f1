"""The filters that take votes away before they are aggregated, in the order they are applied."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence, Set
from typing import TypeAlias

from regrade.aggregation.votes import Vote

Votes: TypeAlias = Sequence[Vote]


def keep_assessors(votes: Votes, assessors: Set[str] | None) -> Votes:
    """Drop everybody but these; None keeps all."""
    if assessors is None:
        return votes
    return [vote for vote in votes if vote.assessor in assessors]


def drop_blank_assessors(votes: Votes, max_share: float | None) -> Votes:
    """Within a topic, drop assessors whose not-judged rows exceed a share of their rows there."""
    if max_share is None:
        return votes
    n_rows = Counter((vote.topic, vote.assessor) for vote in votes)
    n_blank = Counter((vote.topic, vote.assessor) for vote in votes if vote.grade is None)
    # Divided, not multiplied: 29 of 100 is not more than 0.29, and 0.29 * 100 < 29 in floats.
    dropped = {seat for seat, n in n_blank.items() if n / n_rows[seat] > max_share}
    return [vote for vote in votes if (vote.topic, vote.assessor) not in dropped]


def drop_not_judged(votes: Votes) -> Votes:
    return [vote for vote in votes if vote.grade is not None]


def drop_thin_topics(votes: Votes, min_assessors: int) -> Votes:
    """Drop topics with fewer distinct assessors."""
    assessors: defaultdict[str, set[str]] = defaultdict(set)
    for vote in votes:
        assessors[vote.topic].add(vote.assessor)
    return [vote for vote in votes if len(assessors[vote.topic]) >= min_assessors]


def drop_thin_pairs(votes: Votes, min_votes: int) -> Votes:
    """Drop pairs with too few votes."""
    n_votes = Counter(vote.pair for vote in votes)
    return [vote for vote in votes if n_votes[vote.pair] >= min_votes]


def keep_topics(votes: Votes, topics: Set[str] | None) -> Votes:
    """Drop every topic but these; None keeps all."""
    if topics is None:
        return votes
    return [vote for vote in votes if vote.topic in topics]
