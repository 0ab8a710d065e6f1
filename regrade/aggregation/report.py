from __future__ import annotations

from typing import NamedTuple

from regrade.aggregation.filters import Votes


class Step(NamedTuple):
    """What one step of an aggregation took away and what it left.

    A judgment here is a recorded row, graded or not.
    """

    name: str
    n_assessor_topics_removed: int
    n_judgments_removed: int
    n_pairs_removed: int
    topics_removed: tuple[str, ...]  # sorted
    n_judgments: int
    n_pairs: int
    n_topics: int


def describe_step(name: str, before: Votes, after: Votes) -> Step:
    topics_before, topics = _topics(before), _topics(after)
    n_pairs = _n_pairs(after)
    return Step(
        name=name,
        n_assessor_topics_removed=_n_assessor_topics(before) - _n_assessor_topics(after),
        n_judgments_removed=len(before) - len(after),
        n_pairs_removed=_n_pairs(before) - n_pairs,
        topics_removed=tuple(sorted(topics_before - topics)),
        n_judgments=len(after),
        n_pairs=n_pairs,
        n_topics=len(topics),
    )


def _topics(votes: Votes) -> set[str]:
    return {vote.topic for vote in votes}


def _n_pairs(votes: Votes) -> int:
    return len({vote.pair for vote in votes})


def _n_assessor_topics(votes: Votes) -> int:
    return len({(vote.topic, vote.assessor) for vote in votes})
