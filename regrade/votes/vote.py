"""The record that agreement and aggregation read: one assessor's answer to one pair."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

PairKey: TypeAlias = tuple[str, int]


class Vote(NamedTuple):
    """One assessor's live answer to one pair.

    Which judgments vote is the caller's choice: live rows of occasion 0 on regular and overlap
    pairs. A row without a grade is a recorded not-judged answer; it is kept here because agreement
    may fill it in and aggregation may count it against its assessor.
    """

    topic: str  # query_id
    passage: int  # any id that is unique within the topic
    assessor: str
    grade: int | None

    @property
    def pair(self) -> PairKey:
        return self.topic, self.passage


def count_graded(votes: Iterable[Vote]) -> int:
    return sum(vote.grade is not None for vote in votes)


def group_by_pair(votes: Iterable[Vote]) -> dict[PairKey, list[Vote]]:
    """The votes of each pair, pairs in order of first appearance.

    Raises:
        ValueError: an assessor votes twice on a pair.
    """
    by_pair: defaultdict[PairKey, list[Vote]] = defaultdict(list)
    for vote in votes:
        by_pair[vote.pair].append(vote)
    for (topic, passage), cast in by_pair.items():
        if len({vote.assessor for vote in cast}) < len(cast):
            raise ValueError(f"topic {topic}, passage {passage}: an assessor votes more than once")
    return dict(by_pair)
