"""Result files of Amazon Mechanical Turk, as a batch's CSV is downloaded there.

Reads the task of highlighting words of a passage that answer a query (`crowd-entity-annotation`),
in the columns of the CAsT snippets of 2022: `Input.turn_id` or `Input.query_id`, `Input.query`,
`Input.passage_id` or `Input.doc_id`, `Input.passage`, `Answer.taskAnswers`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from pathlib import Path

from regrade.files.errors import BadInput, BadValue
from regrade.files.identifiers import checked_id
from regrade.files.judging.highlights import read_highlights
from regrade.files.judging.judgment_row import JudgmentRow, Recorded, number_occasions
from regrade.files.judging.recorded_pairs import RecordedPair
from regrade.files.judging.tables import Header, Names, TableRow, parse_table
from regrade.files.lines import at_least_one, read_lines
from regrade.files.passages import text_or_none
from regrade.files.streams import Progress

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
