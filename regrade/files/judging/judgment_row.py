"""The row of a table of judgments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from regrade.files.errors import BadInput
from regrade.files.judging.fields import Span

LEAST_CONFIDENCE, MOST_CONFIDENCE = 1, 5


Kind = Literal["human", "simulated", "model"]  # of an assessor
Answerer: TypeAlias = tuple[str, str, str]  # query_id, doc_id, assessor
LAST = datetime.max.replace(tzinfo=UTC)


class JudgmentRow(NamedTuple):
    """One assessor's recorded answer to one pair; no grade means not judged.

    Rejected work was turned down by those who ordered it. A superseded row was changed or taken
    back later. `extra` holds the columns that are not known here, by their names in the file.
    """

    query_id: str
    doc_id: str
    assessor: str
    grade: int | None
    spans: tuple[Span, ...]  # half-open, in code points, sorted, not overlapping
    confidence: int | None
    note: str
    active_ms: int | None
    created_at: datetime | None  # in UTC
    extra: dict[str, str]
    line: int
    path: Path = Path()
    occasion: int = 0  # 0 is the assessor's first look at the pair
    reason: str = ""  # why there is no grade, where the file says so
    away_ms: int | None = None
    position: int | None = None
    rotation: int = 0
    superseded_at: datetime | None = None
    is_rejected: bool = False
    kind: str = ""  # of the assessor
    english_level: str = ""
    text_hash: str = ""  # SHA-256 of the passage that was shown

    @property
    def answerer(self) -> Answerer:
        return self.query_id, self.doc_id, self.assessor

    def wrong(self, reason: str, *, code: str) -> BadInput:
        """The refusal of this row."""
        return BadInput(self.path, self.line, reason, code=code)


def number_occasions(rows: Iterable[JudgmentRow]) -> list[JudgmentRow]:
    """Number an assessor's answers to one pair as occasions 0, 1, 2 … in time order.

    Accepted work comes before rejected: what was not taken is nobody's first look.
    """
    rows = list(rows)
    looks: defaultdict[Answerer, list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        looks[row.answerer].append(index)
    for indexes in looks.values():
        for occasion, index in enumerate(_in_time_order(rows, indexes)):
            if occasion:
                rows[index] = rows[index]._replace(occasion=occasion)
    return rows


def _in_time_order(rows: Sequence[JudgmentRow], indexes: Sequence[int]) -> list[int]:
    return sorted(indexes, key=lambda i: (rows[i].is_rejected, rows[i].created_at or LAST, i))
