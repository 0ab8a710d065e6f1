from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from annotation.files.fields import Span, parse_count, parse_small_number, parse_spans, parse_time
from annotation.files.tables import Names, TableRow, parse_table
from ranking.files.errors import BadInput
from ranking.files.identifiers import checked_id
from ranking.files.lines import at_least_one, read_lines
from ranking.files.streams import Progress

REQUIRED: tuple[Names, ...] = (("query_id",), ("passage_id", "doc_id"), ("assessor",), ("grade",))
OPTIONAL = ("spans", "confidence", "note", "active_ms", "created_at")
KNOWN = {names[0] for names in REQUIRED} | set(OPTIONAL)
NOT_JUDGED = ("", "no_input")


class JudgmentRow(NamedTuple):
    """One assessor's recorded answer to one pair; no grade means not judged."""

    query_id: str
    doc_id: str
    assessor: str
    grade: int | None
    spans: tuple[Span, ...]  # half-open, in code points, sorted, not overlapping
    confidence: int | None
    note: str
    active_ms: int | None
    created_at: datetime | None  # in UTC
    extra: dict[str, str]  # columns that are not known here
    line: int


def read_judgments(path: Path, progress: Progress | None = None) -> Iterator[JudgmentRow]:
    """Yield the judgments of a TSV or CSV file with a header line, or of a JSONL file.

    Columns: `query_id`, `passage_id` or `doc_id`, `assessor`, `grade`; if there, `spans` (a JSON
    list of [start, end]), `confidence`, `note`, `active_ms`, `created_at` (ISO 8601; without a
    zone read as UTC); any other is kept in `extra`. A grade that is empty or `no_input` was not
    judged. A second answer is found where it stands, so nothing may be kept from a file that was
    not read to its end.

    Raises:
        BadInput: a missing column, an empty id or assessor, a number, list or time that is none,
            the same assessor twice on a pair (naming both lines), no judgments, and whatever
            `parse_table` and `read_lines` refuse.
    """
    first_lines: dict[tuple[str, str, str], int] = {}
    table = parse_table(path, read_lines(path, progress), REQUIRED)
    for table_row in at_least_one(table, path, "judgments"):
        row = _parse_row(path, table_row)
        first = first_lines.setdefault(row[:3], row.line)
        if first != row.line:
            pair = f"passage {row.doc_id} of topic {row.query_id}"
            reason = f"{row.assessor} judges {pair} twice, first on line {first}"
            raise BadInput(path, row.line, reason)
        yield row


def _parse_row(path: Path, row: TableRow) -> JudgmentRow:
    cells = {name: value.strip() for name, value in row.cells.items() if name in KNOWN}
    query_id = checked_id(path, row.line, "query id", cells["query_id"])
    doc_id = checked_id(path, row.line, "passage id", cells["passage_id"])
    try:
        return _parse_cells(query_id, doc_id, cells, row)
    except ValueError as error:
        raise BadInput(path, row.line, str(error)) from error


def _parse_cells(query_id: str, doc_id: str, cells: dict[str, str], row: TableRow) -> JudgmentRow:
    if not cells["assessor"]:
        raise ValueError("the assessor is empty")
    grade, spans, confidence = cells["grade"], cells.get("spans"), cells.get("confidence")
    active_ms, created_at = cells.get("active_ms"), cells.get("created_at")
    return JudgmentRow(
        query_id=query_id,
        doc_id=doc_id,
        assessor=cells["assessor"],
        grade=None if grade in NOT_JUDGED else parse_small_number("grade", grade),
        spans=parse_spans("spans", spans) if spans else (),
        confidence=parse_small_number("confidence", confidence) if confidence else None,
        note=cells.get("note", ""),
        active_ms=parse_count("active_ms", active_ms) if active_ms else None,
        created_at=parse_time("created_at", created_at) if created_at else None,
        extra={name: value for name, value in row.cells.items() if name not in KNOWN},
        line=row.line,
    )
