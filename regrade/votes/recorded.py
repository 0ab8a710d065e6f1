"""The votes in recorded judgments, with passages numbered from 0."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from regrade.files.judging.judgment_row import Answerer, JudgmentRow
from regrade.votes.assessor import MODEL, PERSON, Assessor
from regrade.votes.vote import Vote

RETRACTED = "retracted"
# A column of our own exports, which know of gold pairs and of votes beyond what was wanted.
COUNTS_AS = "counts_as"
COUNTED = ("vote", "not_judged")


class RecordedVotes(NamedTuple):
    """Votes in the form that agreement and aggregation read.

    Attributes:
        votes: in the order of their rows, not-judged ones among them.
        doc_ids: of the passages, by their numbers.
        assessors: everybody in the rows, those too none of whose rows votes.
    """

    votes: Sequence[Vote]
    doc_ids: Sequence[str]
    assessors: Sequence[Assessor]

    @property
    def votes_of_people(self) -> list[Vote]:
        """All but models'."""
        models = {one.name for one in self.assessors if one.kind == MODEL}
        return [vote for vote in self.votes if vote.assessor not in models]


def recorded_votes(rows: Iterable[JudgmentRow]) -> RecordedVotes:
    """The rows that count as votes: first looks, not changed, retracted or rejected.

    Left out are rows that an export of ours marks as no votes, too.

    Raises:
        BadInput: somebody votes twice on a pair, which two files may come to.
    """
    numbers: dict[str, int] = {}
    read = list(rows)
    counted = [row for row in read if is_vote(row)]
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
    return RecordedVotes(votes, list(numbers), _assessors(read))


def _assessors(rows: Iterable[JudgmentRow]) -> list[Assessor]:
    """Each with the kind and level that the last row to name one has."""
    found: dict[str, Assessor] = {}
    for row in rows:
        known = found.get(row.assessor, Assessor(row.assessor, "", ""))
        shown = Assessor(row.assessor, row.kind or known.kind, row.english_level or known.level)
        found[row.assessor] = shown
    return [one._replace(kind=one.kind or PERSON) for one in found.values()]


def _refuse_second_votes(rows: Sequence[JudgmentRow]) -> None:
    first: dict[Answerer, JudgmentRow] = {}
    for row in rows:
        earlier = first.setdefault(row.answerer, row)
        if earlier is not row:
            what = f"{row.assessor} on passage {row.doc_id} of topic {row.query_id}"
            there = f"line {earlier.line} of {earlier.path.name}"
            raise row.wrong(f"a second vote of {what}; the first is {there}", code="second_vote")


def is_vote(row: JudgmentRow, *, with_rejected: bool = False) -> bool:
    """Whether the row is a first look, not changed, retracted or rejected, that counts."""
    is_first_look = row.occasion == 0 and row.superseded_at is None
    counts = row.extra.get(COUNTS_AS, COUNTED[0]) in COUNTED
    is_taken = with_rejected or not row.is_rejected
    return is_first_look and is_taken and row.reason != RETRACTED and counts
