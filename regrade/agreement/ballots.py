from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from regrade.aggregation.rounding import rounded_median
from regrade.aggregation.votes import Vote, group_by_pair

Missing = Literal["drop", "median-up"]


class Ballot(NamedTuple):
    """The votes of one pair that enter the statistics."""

    topic: str
    grades: Mapping[str, int]  # by assessor
    filled: frozenset[str]  # assessors whose grade stands for a not-judged row


def cast_ballots(votes: Iterable[Vote], *, threshold: int | None, missing: Missing) -> list[Ballot]:
    """Fill or drop the not-judged rows of each pair, then make grades binary by the threshold.

    Filling takes the other recorded grades of the pair, of whatever assessor, never another filled
    value, and only ever replaces a recorded row; a pair without a grade stays empty.
    """
    return [
        _cast_ballot(topic, cast, threshold, missing)
        for (topic, _), cast in group_by_pair(votes).items()
    ]


def _cast_ballot(
    topic: str, cast: Sequence[Vote], threshold: int | None, missing: Missing
) -> Ballot:
    grades = {vote.assessor: vote.grade for vote in cast if vote.grade is not None}
    filled = [vote.assessor for vote in cast if vote.grade is None]
    if missing == "drop" or not grades:
        filled = []
    if filled:
        grades |= dict.fromkeys(filled, rounded_median(list(grades.values()), "up"))
    if threshold is not None:
        grades = {assessor: int(grade >= threshold) for assessor, grade in grades.items()}
    return Ballot(topic, grades, frozenset(filled))
