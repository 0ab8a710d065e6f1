"""The rows that every reader of a recorded campaign yields: judgments, and pairs with texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
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


class Recorded(NamedTuple):
    """What a recorded campaign holds; what nobody answered is only counted."""

    rows: list[JudgmentRow]
    n_previews: int = 0
    n_skipped: int = 0


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


class RecordedPair(NamedTuple):
    """A topic and a passage that were judged elsewhere; `text` is None where the file has none."""

    query_id: str
    query: str
    description: str
    narrative: str
    doc_id: str
    text: str | None
    path: Path
    line: int


def checked_pairs(pairs: Iterable[RecordedPair]) -> Iterator[RecordedPair]:
    """The distinct pairs, in order of appearance.

    A topic keeps its first form; surrounding white space makes no difference.

    Raises:
        BadInput: a topic with two queries or a passage with two texts (naming both lines).
    """
    topics: dict[str, tuple[object, str]] = {}
    texts: dict[str, tuple[object, str]] = {}
    seen: set[tuple[str, str]] = set()
    for pair in pairs:
        # Texts are long and many, so digests are compared instead.
        digest = None if pair.text is None else sha256(pair.text.encode()).digest()
        topic = tuple(text.strip() for text in (pair.query, pair.description, pair.narrative))
        other_topic = f"topic {pair.query_id} says something else", "other_topic"
        _check(topics, pair.query_id, topic, pair, other_topic)
        other_text = f"passage {pair.doc_id} has another text", "other_text"
        _check(texts, pair.doc_id, digest, pair, other_text)
        if (pair.query_id, pair.doc_id) not in seen:
            seen.add((pair.query_id, pair.doc_id))
            yield pair


def _check(
    known: dict[str, tuple[object, str]],
    key: str,
    value: object,
    pair: RecordedPair,
    contradiction: tuple[str, str],
) -> None:
    what, code = contradiction
    first, origin = known.setdefault(key, (value, f"{pair.path.name}, line {pair.line}"))
    if first != value:
        raise BadInput(pair.path, pair.line, f"{what} than in {origin}", code=code)
