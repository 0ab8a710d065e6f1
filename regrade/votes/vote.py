"""The record that agreement and aggregation read: one assessor's answer to one pair."""

from __future__ import annotations

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
