"""The votes in recorded judgments, whose passages go by numbers from 0."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from regrade.aggregation.votes import Vote
from regrade.files.judging.judgment_row import JudgmentRow

MODEL = "model"
RETRACTED = "retracted"
# A column of our own exports, which know of gold pairs and of votes beyond what was wanted.
COUNTS_AS = "counts_as"
COUNTED = ("vote", "not_judged")


class RecordedVotes(NamedTuple):
    """Votes as agreement and aggregation read them.

    Attributes:
        votes: in the order of their rows, not-judged ones among them.
        doc_ids: of the passages, by their numbers.
    """

    votes: Sequence[Vote]
    doc_ids: Sequence[str]


def recorded_votes(rows: Iterable[JudgmentRow], *, with_models: bool = False) -> RecordedVotes:
    """The rows that vote: first looks that nobody changed, took back or rejected.

    Left out are rows that an export of ours marks as no votes, and those of model assessors, which
    `with_models` keeps.
    """
    numbers: dict[str, int] = {}
    votes = [
        Vote(
            topic=row.query_id,
            passage=numbers.setdefault(row.doc_id, len(numbers)),
            assessor=row.assessor,
            grade=row.grade,
        )
        for row in rows
        if _votes(row) and (with_models or row.kind != MODEL)
    ]
    return RecordedVotes(votes, list(numbers))


def _votes(row: JudgmentRow) -> bool:
    is_first_look = row.occasion == 0 and row.superseded_at is None and not row.is_rejected
    counts = row.extra.get(COUNTS_AS, COUNTED[0]) in COUNTED
    return is_first_look and row.reason != RETRACTED and counts
