"""Result files of Amazon Mechanical Turk: a batch's CSV, and highlights made there.

Reads the task of highlighting words of a passage that answer a query (`crowd-entity-annotation`),
in the columns of the CAsT snippets of 2022: `Input.turn_id` or `Input.query_id`, `Input.query`,
`Input.passage_id` or `Input.doc_id`, `Input.passage`, `Answer.taskAnswers`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from regrade.files.errors import BadInput, BadValue
from regrade.files.judging.converted import Converted, Task, distinct
from regrade.files.judging.fields import Span
from regrade.files.judging.judgment_row import JudgmentRow, number_occasions
from regrade.files.judging.judgments import parse_row
from regrade.files.judging.tables import Header, Names, TableRow, parse_table
from regrade.files.lines import at_least_one, read_lines
from regrade.files.numbers import whole_or_none

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


ID, WORKER, STATUS, SUBMITTED = "AssignmentId", "WorkerId", "AssignmentStatus", "SubmitTime"
QUERY_ID, PASSAGE_ID, QUERY = "Input.turn_id", "Input.passage_id", "Input.query"
PASSAGE, ANSWER = "Input.passage", "Answer.taskAnswers"
COLUMNS: tuple[Names, ...] = (
    *((name,) for name in (ID, WORKER, STATUS, SUBMITTED, QUERY, PASSAGE, ANSWER)),
    (QUERY_ID, "Input.query_id"),
    (PASSAGE_ID, "Input.doc_id"),
)
# They say what the collection, the topic set and the account say; all other columns are kept.
ELSEWHERE = {WORKER, QUERY_ID, PASSAGE_ID, QUERY, PASSAGE}
STATUSES = ("Submitted", "Approved", "Rejected")
NO_HIGHLIGHT, HIGHLIGHTED = "0", "1"
TIME_FORMAT = "%a %b %d %H:%M:%S %z %Y"
ZONES = {"PDT": "-0700", "PST": "-0800", "UTC": "+0000", "GMT": "+0000"}


def read_mturk(paths: Sequence[Path]) -> Converted:
    """The judgments of result files: grade 1 with highlights, or grade 0 for none.

    The grade is the worker's answer and nothing else: labels known before stand in the input
    columns, and are kept in `extra` with every other one, the answer as it was sent included. Work
    is rejected when the review (the columns `Approve` and `Reject`) says so, or without a review
    when its status does. `WorkTimeInSeconds` runs from acceptance to submission, whatever the
    worker did in between: it is kept, but no active time. A worker's confidence, if asked for, is
    1 (very low) to 5. An empty answer is not judged. The tasks have the passages' texts.

    Raises:
        BadInput: an unknown status, an approved row with a reason for rejection, an assignment
            that appears twice, a time or id that is none, an answer of another kind, spans outside
            the passage, and whatever `parse_table` and `read_lines` refuse.
    """
    first: dict[str, str] = {}
    rows, tasks = list[JudgmentRow](), list[Task]()
    for path in paths:
        table = parse_table(path, read_lines(path), Header(COLUMNS))
        for line, cells in at_least_one(table, path, "results"):
            assignment, origin = cells[ID], f"{path.name}, line {line}"
            if first.setdefault(assignment, origin) != origin:
                reason = f"assignment {assignment} appears twice, first in {first[assignment]}"
                raise BadInput(path, line, reason, code="assignment_twice")
            try:
                rows.append(parse_row(path, TableRow(line, _cells(cells))))
            except BadValue as error:
                raise error.at(path, line) from error
            ids = cells[QUERY_ID].strip(), cells[PASSAGE_ID].strip()
            tasks.append(Task(ids[0], cells[QUERY], "", "", ids[1], cells[PASSAGE]))
    return Converted(number_occasions(rows), distinct(tasks))


def _cells(cells: Mapping[str, str]) -> dict[str, str]:
    """One result by the columns of our table."""
    answer = read_highlights(ANSWER, cells[ANSWER], cells[PASSAGE])
    extra = {name: value for name, value in cells.items() if name not in ELSEWHERE}
    grade = HIGHLIGHTED if answer.spans else NO_HIGHLIGHT
    return {
        "query_id": cells[QUERY_ID],
        "passage_id": cells[PASSAGE_ID],
        "assessor": cells[WORKER],
        "grade": "" if answer.spans is None else grade,
        "is_rejected": "true" if _is_rejected(cells) else "",
        "spans": json.dumps(answer.spans or ()),
        "confidence": str(answer.confidence or ""),
        "created_at": _time(cells[SUBMITTED]),
        "text_hash": sha256(cells[PASSAGE].encode()).hexdigest(),
        "extra": json.dumps(extra, ensure_ascii=False),
    }


def _is_rejected(cells: Mapping[str, str]) -> bool:
    status = cells[STATUS]
    if status not in STATUSES:
        reason = f"the {STATUS} {status!r} is none of {', '.join(STATUSES)}"
        raise BadValue(reason, code="unknown_status")
    approved, rejected = cells.get("Approve", "").strip(), cells.get("Reject", "").strip()
    if approved and rejected:
        reason = "the review approves and rejects it; empty Approve or Reject"
        raise BadValue(reason, code="approved_and_rejected")
    return bool(rejected) or (status == "Rejected" and not approved)


def _time(text: str) -> str:
    words = text.split()
    try:
        words[-2] = ZONES[words[-2]]
        return datetime.strptime(" ".join(words), TIME_FORMAT).astimezone(UTC).isoformat()
    except (LookupError, ValueError, OverflowError) as error:
        reason = f"{SUBMITTED} {text!r} is not a time as in Mon May 22 17:09:10 PDT 2023"
        raise BadValue(reason, code="not_a_time") from error
