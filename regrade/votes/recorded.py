"""The votes in recorded judgments, with passages numbered from 0."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

from regrade.files.judging.judgment_row import Answerer, JudgmentRow
from regrade.votes.vote import Vote

MODEL = "model"
RETRACTED = "retracted"
# A column of our own exports, which know of gold pairs and of votes beyond what was wanted.
COUNTS_AS = "counts_as"
COUNTED = ("vote", "not_judged")


class RecordedVotes(NamedTuple):
    """Votes in the form that agreement and aggregation read.

    Attributes:
        votes: in the order of their rows, not-judged ones among them.
        doc_ids: of the passages, by their numbers.
        models: the assessors that are models, those too none of whose rows votes.
    """

    votes: Sequence[Vote]
    doc_ids: Sequence[str]
    models: Set[str]

    @property
    def people(self) -> set[str]:
        """The other assessors."""
        return {vote.assessor for vote in self.votes} - self.models

    @property
    def votes_of_people(self) -> list[Vote]:
        return [vote for vote in self.votes if vote.assessor not in self.models]


def recorded_votes(rows: Iterable[JudgmentRow]) -> RecordedVotes:
    """The rows that count as votes: first looks, not changed, retracted or rejected.

    Left out are rows that an export of ours marks as no votes, too.

    Raises:
        BadInput: somebody votes twice on a pair, which two files may come to.
    """
    numbers: dict[str, int] = {}
    read = list(rows)
    counted = [row for row in read if _votes(row)]
    _refuse_second_votes(counted)
    votes = [
        Vote(
            topic=row.query_id,
            passage=numbers.setdefault(row.doc_id, len(numbers)),
            assessor=row.assessor,
            grade=row.grade,
        )
        for row in counted
    ]
    models = {row.assessor for row in read if row.kind == MODEL}
    return RecordedVotes(votes, list(numbers), models)


def _refuse_second_votes(rows: Sequence[JudgmentRow]) -> None:
    first: dict[Answerer, JudgmentRow] = {}
    for row in rows:
        earlier = first.setdefault(row.answerer, row)
        if earlier is not row:
            what = f"{row.assessor} on passage {row.doc_id} of topic {row.query_id}"
            there = f"line {earlier.line} of {earlier.path.name}"
            raise row.wrong(f"a second vote of {what}; the first is {there}")


def _votes(row: JudgmentRow) -> bool:
    is_first_look = row.occasion == 0 and row.superseded_at is None and not row.is_rejected
    counts = row.extra.get(COUNTS_AS, COUNTED[0]) in COUNTED
    return is_first_look and row.reason != RETRACTED and counts
