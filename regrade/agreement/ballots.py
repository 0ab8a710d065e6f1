from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from regrade.aggregation.rounding import rounded_median
from regrade.aggregation.votes import Vote, group_by_pair

Missing = Literal["drop", "median-up", "category"]

NOT_JUDGED = 2**15  # beyond every grade: an answer without one, where that is a category of its own


class Ballot(NamedTuple):
    """The votes of one pair that enter the statistics."""

    topic: str
    grades: Mapping[str, int]  # by assessor
    filled: frozenset[str]  # assessors whose entry stands for a not-judged row


def cast_ballots(votes: Iterable[Vote], *, threshold: int | None, missing: Missing) -> list[Ballot]:
    """Fill or drop the not-judged rows of each pair, then make grades binary by the threshold.

    Filling takes the other recorded grades of the pair, of whatever assessor, never another filled
    value, and only ever replaces a recorded row; a pair without a grade stays empty. As a category
    a not-judged row is `NOT_JUDGED`, whatever the threshold.
    """
    return [
        _cast_ballot(topic, cast, threshold, missing)
        for (topic, _), cast in group_by_pair(votes).items()
    ]


def _cast_ballot(
    topic: str, cast: Sequence[Vote], threshold: int | None, missing: Missing
) -> Ballot:
    grades = {vote.assessor: vote.grade for vote in cast if vote.grade is not None}
    blank = [vote.assessor for vote in cast if vote.grade is None]
    filled: dict[str, int] = {}
    if missing == "median-up" and blank and grades:
        filled = dict.fromkeys(blank, rounded_median(list(grades.values()), "up"))
    entries = grades | filled
    if threshold is not None:
        entries = {assessor: int(grade >= threshold) for assessor, grade in entries.items()}
    if missing == "category":
        filled = dict.fromkeys(blank, NOT_JUDGED)
        entries |= filled
    return Ballot(topic, entries, frozenset(filled))
