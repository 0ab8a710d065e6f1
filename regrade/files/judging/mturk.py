"""Result files of Amazon Mechanical Turk: a batch's CSV, and highlights made there.

Reads the task of highlighting words of a passage that answer a query (`crowd-entity-annotation`),
in the columns of the CAsT snippets of 2022: `Input.turn_id` or `Input.query_id`, `Input.query`,
`Input.passage_id` or `Input.doc_id`, `Input.passage`, `Answer.taskAnswers`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from regrade.files.errors import BadInput, BadValue
from regrade.files.identifiers import checked_id
from regrade.files.judging.fields import Span
from regrade.files.judging.judgment_row import JudgmentRow, Recorded, RecordedPair, number_occasions
from regrade.files.judging.tables import Header, Names, TableRow, parse_table
from regrade.files.lines import at_least_one, read_lines
from regrade.files.numbers import whole_or_none
from regrade.files.passages import text_or_none
from regrade.files.streams import Progress

CONFIDENCE = "answer_confidence"
LEVELS = ("very_low", "low", "medium", "high", "very_high")
# Published answers went through Python, which left True where JSON has true. A string that does
# not end runs to the end of the text, which is no JSON.
PYTHON_CONSTANT = re.compile(r'("(?:[^"\\]|\\.)*+"?)|\b(True|False|None)\b', re.DOTALL)
AS_JSON = {"True": "true", "False": "false", "None": "null"}


class Highlights(NamedTuple):
    """Highlighted spans in code points of the passage; None for an empty answer."""

    spans: tuple[Span, ...] | None
    confidence: int | None  # 1 (very low) to 5 (very high)


def read_highlights(name: str, text: str, passage: str) -> Highlights:
    """The highlights of one answer: JSON, in which constants may be Python's.

    Offsets are counted in UTF-16 units, as browsers do, and become code points. Spans that overlap
    or appear twice become one: the highlighted words are the same. Empty ones are left out.

    Raises:
        BadValue: no JSON, no answer of this kind, or a span outside the passage.
    """
    if not text.strip():
        return Highlights(None, None)
    objects = _objects(name, text)
    entity_lists = [part["entities"] for part in objects if isinstance(part.get("entities"), list)]
    if not entity_lists:
        reason = f"{name} holds no highlights (a list of entities)"
        raise BadValue(reason, code="no_highlights")
    units = passage.encode("utf-16-le")
    spans = [_span(name, entity, units) for entities in entity_lists for entity in entities]
    return Highlights(_union(spans), _confidence(objects))


def _objects(name: str, text: str) -> list[dict[str, Any]]:
    """The objects of the answer, and those in their fields."""
    try:
        answer = json.loads(PYTHON_CONSTANT.sub(lambda m: m[1] or AS_JSON[m[2]], text))
    except (ValueError, RecursionError) as error:
        raise BadValue(f"{name} {text[:80]!r} is not JSON", code="not_json") from error
    answers = answer if isinstance(answer, list) else [answer]
    outer = [part for part in answers if isinstance(part, dict)]
    inner = [value for part in outer for value in part.values() if isinstance(value, dict)]
    return [*outer, *inner]


def _span(name: str, entity: Any, units: bytes) -> Span:
    offsets = entity if isinstance(entity, dict) else {}
    start, end = (whole_or_none(offsets.get(name)) for name in ("startOffset", "endOffset"))
    if start is None or end is None:
        raise BadValue(f"{name} holds {entity!r}, which is no span", code="not_spans")
    if not 0 <= start <= end <= len(units) // 2:
        part = f"[{start}, {end}) is no part of a passage of {len(units) // 2} characters"
        raise BadValue(f"{name}: {part}", code="outside_passage")
    return _code_points(units, start), _code_points(units, end)


def _code_points(units: bytes, offset: int) -> int:
    return len(units[: 2 * offset].decode("utf-16-le", errors="ignore"))


def _union(spans: Sequence[Span]) -> tuple[Span, ...]:
    joined: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def _confidence(objects: Sequence[dict[str, Any]]) -> int | None:
    """The level that was ticked; None when none or several were."""
    chosen = [part[CONFIDENCE] for part in objects if isinstance(part.get(CONFIDENCE), dict)]
    ticked = [
        LEVELS.index(level) + 1
        for levels in chosen
        for level in LEVELS
        if levels.get(level) is True
    ]
    return ticked[0] if len(ticked) == 1 else None


QUERY_ID, PASSAGE_ID, QUERY = "Input.turn_id", "Input.passage_id", "Input.query"
PASSAGE, ANSWER = "Input.passage", "Answer.taskAnswers"
COLUMNS: tuple[Names, ...] = (
    ("AssignmentId",),
    ("WorkerId",),
    ("AssignmentStatus",),
    ("SubmitTime",),
    (QUERY_ID, "Input.query_id"),
    (PASSAGE_ID, "Input.doc_id"),
    (QUERY,),
    (PASSAGE,),
    (ANSWER,),
)
# They say what the collection, the topic set and the account say; all other columns are kept.
ELSEWHERE = {"WorkerId", QUERY_ID, PASSAGE_ID, QUERY, PASSAGE}
STATUSES = ("Submitted", "Approved", "Rejected")
NO_HIGHLIGHT, HIGHLIGHTED = 0, 1
TIME = re.compile(r"[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{2}) (\d{2}:\d{2}:\d{2}) ([A-Z]{3}) (\d{4})")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
ZONES = {"PDT": -7, "PST": -8, "UTC": 0, "GMT": 0}


def read_mturk(
    paths: Sequence[Path], *, progress: Progress | None = None, max_bytes: int | None = None
) -> Recorded:
    """The judgments of result files: grade 1 with highlights, or grade 0 for none.

    The grade is the worker's answer and nothing else: labels known before stand in the input
    columns, and are kept in `extra` with every other one, the answer as it was sent included. Work
    is rejected when the review (the columns `Approve` and `Reject`) says so, or without a review
    when its status does. `WorkTimeInSeconds` runs from acceptance to submission, whatever the
    worker did in between: it is kept, but no active time. A worker's confidence, if asked for, is
    1 (very low) to 5. An empty answer is not judged.

    Raises:
        BadInput: an unknown status, an approved row with a reason for rejection, an assignment
            that appears twice, a time or id that is none, an answer of another kind, spans outside
            the passage, and whatever `parse_table` and `read_lines` refuse.
    """
    first: dict[str, str] = {}
    rows = []
    for path, row in _read(paths, progress, max_bytes):
        assignment, origin = row.cells["AssignmentId"], f"{path.name}, line {row.line}"
        if first.setdefault(assignment, origin) != origin:
            reason = f"assignment {assignment} appears twice, first in {first[assignment]}"
            raise BadInput(path, row.line, reason, code="assignment_twice")
        rows.append(_judgment(path, row))
    return Recorded(number_occasions(rows))


def read_mturk_pairs(
    paths: Sequence[Path], *, progress: Progress | None = None, max_bytes: int | None = None
) -> Iterator[RecordedPair]:
    """Yield the query and the passage of each result."""
    for path, row in _read(paths, progress, max_bytes):
        yield RecordedPair(
            query_id=checked_id(path, row.line, QUERY_ID, row.cells[QUERY_ID]),
            query=row.cells[QUERY],
            description="",
            narrative="",
            doc_id=checked_id(path, row.line, PASSAGE_ID, row.cells[PASSAGE_ID]),
            text=text_or_none("", row.cells[PASSAGE]),
            path=path,
            line=row.line,
        )


def _read(
    paths: Sequence[Path], progress: Progress | None, max_bytes: int | None
) -> Iterator[tuple[Path, TableRow]]:
    for path in paths:
        lines = read_lines(path, progress, max_bytes=max_bytes)
        for row in at_least_one(parse_table(path, lines, Header(COLUMNS)), path, "results"):
            yield path, row


def _judgment(path: Path, row: TableRow) -> JudgmentRow:
    cells = row.cells
    if not cells["WorkerId"]:
        raise BadInput(path, row.line, "the WorkerId is empty", code="assessor_empty")
    try:
        answer = read_highlights(ANSWER, cells[ANSWER], cells[PASSAGE])
        created_at, is_rejected = _time(cells["SubmitTime"]), _is_rejected(cells)
    except BadValue as error:
        raise error.at(path, row.line) from error
    return JudgmentRow(
        query_id=checked_id(path, row.line, QUERY_ID, cells[QUERY_ID]),
        doc_id=checked_id(path, row.line, PASSAGE_ID, cells[PASSAGE_ID]),
        assessor=cells["WorkerId"],
        grade=None if answer.spans is None else HIGHLIGHTED if answer.spans else NO_HIGHLIGHT,
        spans=answer.spans or (),
        confidence=answer.confidence,
        note="",
        active_ms=None,
        created_at=created_at,
        extra={name: value for name, value in cells.items() if name not in ELSEWHERE},
        line=row.line,
        path=path,
        is_rejected=is_rejected,
        text_hash=sha256(cells[PASSAGE].encode()).hexdigest(),
    )


def _is_rejected(cells: dict[str, str]) -> bool:
    status = cells["AssignmentStatus"]
    if status not in STATUSES:
        reason = f"the AssignmentStatus {status!r} is none of {', '.join(STATUSES)}"
        raise BadValue(reason, code="unknown_status")
    approved, rejected = cells.get("Approve", "").strip(), cells.get("Reject", "").strip()
    if approved and rejected:
        reason = "the review approves and rejects it; empty Approve or Reject"
        raise BadValue(reason, code="approved_and_rejected")
    return bool(rejected) or (status == "Rejected" and not approved)


def _time(text: str) -> datetime:
    example = "Mon May 22 17:09:10 PDT 2023"
    reason = f"SubmitTime {text!r} is not a time as in {example}"
    match = TIME.fullmatch(text)
    if match is None or match[1] not in MONTHS or match[4] not in ZONES:
        raise BadValue(reason, code="not_a_time")
    month, zone = MONTHS.index(match[1]) + 1, timezone(timedelta(hours=ZONES[match[4]]))
    try:
        moment = datetime.fromisoformat(f"{match[5]}-{month:02}-{match[2]} {match[3]}")
    except ValueError as error:
        raise BadValue(reason, code="not_a_time") from error
    return moment.replace(tzinfo=zone).astimezone(UTC)
