from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from regrade.files.errors import BadInput, BadValue
from regrade.files.identifiers import WHITE_SPACE, checker
from regrade.files.judging.columns import PASSAGE_ID, QUERY_ID
from regrade.files.judging.fields import parse_time
from regrade.files.judging.judgments import note_of
from regrade.files.judging.marks import VOTING_KINDS, Kind, parse_kind
from regrade.files.judging.tables import Header, Names, TableRow, parse_table
from regrade.files.lines import at_least_one, read_lines
from regrade.files.numbers import parse_small_number
from regrade.files.streams import Progress

REQUIRED: tuple[Names, ...] = (QUERY_ID, PASSAGE_ID, ("grade",))


class DecisionRow(NamedTuple):
    """An adjudicator's decision on a pair; empty or None for values missing in the file."""

    query_id: str
    doc_id: str
    grade: int
    reason: str
    note: str
    decided_at: datetime | None
    line: int
    path: Path
    pair_kind: Kind | None = None

    @property
    def counts(self) -> bool:
        """Whether labels may be made of it: not of gold and qualification pairs."""
        return self.pair_kind is None or self.pair_kind in VOTING_KINDS

    def wrong(self, reason: str, *, code: str) -> BadInput:
        return BadInput(self.path, self.line, reason, code=code)


def read_decisions(
    path: Path, progress: Progress | None = None, *, blanks_in_ids: bool = False
) -> Iterator[DecisionRow]:
    """Yield the decisions of a TSV or CSV file with a header line, or of a JSONL file.

    Columns: `query_id`, `passage_id` or `doc_id` (or what `columns` lists beside them), `grade`;
    if there, `reason`, `note` (or `note_json`, a JSON string), `decided_at` (ISO 8601; without a
    zone read as UTC) and `pair_kind` (regular, overlap, gold or qualification). Other columns are
    ignored. With `blanks_in_ids` ids may have blanks within. A second decision on a pair is found
    where it stands, so nothing may be kept from a file that was not read to its end.

    Raises:
        BadInput: a missing column, an empty id or one with white space, a grade, time or kind that
            is none, the same pair twice (naming both lines), no decisions, and whatever
            `parse_table` and `read_lines` refuse.
    """
    first_lines: dict[tuple[str, str], int] = {}
    table = parse_table(path, read_lines(path, progress), Header(REQUIRED))
    for table_row in at_least_one(table, path, "decisions"):
        row = _parse_row(path, table_row, blanks_in_ids=blanks_in_ids)
        first = first_lines.setdefault((row.query_id, row.doc_id), row.line)
        if first != row.line:
            pair = f"passage {row.doc_id} of topic {row.query_id}"
            raise row.wrong(
                f"{pair} is decided on twice, first on line {first}", code="decided_twice"
            )
        yield row


def _parse_row(path: Path, row: TableRow, *, blanks_in_ids: bool) -> DecisionRow:
    check = checker(blanks_in_ids=blanks_in_ids)
    query_id, doc_id = (row.cells[name].strip(WHITE_SPACE) for name in ("query_id", "passage_id"))
    decided_at = row.cells.get("decided_at", "").strip()
    try:
        return DecisionRow(
            query_id=check(path, row.line, "query id", query_id),
            doc_id=check(path, row.line, "passage id", doc_id),
            grade=parse_small_number("grade", row.cells["grade"].strip()),
            reason=row.cells.get("reason", "").strip(),
            note=note_of(row),
            decided_at=parse_time("decided_at", decided_at) if decided_at else None,
            line=row.line,
            path=path,
            pair_kind=parse_kind("pair_kind", row.cells.get("pair_kind", "").strip()),
        )
    except BadValue as error:
        raise error.at(path, row.line) from error
