from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple, cast, get_args

from regrade.files.errors import BadInput, BadValue
from regrade.files.identifiers import WHITE_SPACE, checked_id
from regrade.files.judging.columns import PASSAGE_ID, QUERY_ID
from regrade.files.judging.tables import Header, Names, TableRow, parse_table
from regrade.files.lines import at_least_one, read_lines
from regrade.files.numbers import parse_count, parse_small_number
from regrade.files.streams import Progress
from regrade.limits import INT32_MAX

Kind = Literal["regular", "overlap", "gold", "qualification"]
VOTING_KINDS: tuple[Kind, ...] = ("regular", "overlap")  # of the pairs that labels are made of

REQUIRED: tuple[Names, ...] = (QUERY_ID, PASSAGE_ID)
FOR_ALL = "all"  # as a priority: everyone judges it


class MarkLine(NamedTuple):
    """One line about a pair: its kind, if not regular, or its priority."""

    query_id: str
    doc_id: str
    kind: Kind
    priority: int
    grade: int | None  # the expert's
    explanation: str
    line: int


def read_marks(path: Path, progress: Progress | None = None) -> Iterator[MarkLine]:
    """Yield the marks of a TSV or CSV file with a header line, or of a JSONL file.

    Columns: `query_id`, `passage_id` or `doc_id` (or what `columns` lists beside them), and
    `kind` (regular, overlap, gold or qualification), `priority` (a whole number, the highest
    first) or both; for gold and qualification pairs `grade` and, if there, `explanation`. A pair
    with the priority `all` is an overlap pair. Other columns are ignored. A repeated pair is not
    found here.

    Raises:
        BadInput: a missing column, neither kind nor priority, an unknown kind, a number that is
            none, an empty id or one with white space, no marks, and whatever `parse_table` and
            `read_lines` refuse.
    """
    table = parse_table(path, read_lines(path, progress), Header(REQUIRED))
    for row in at_least_one(table, path, "marks"):
        if row.cells.keys().isdisjoint(("kind", "priority")):
            raise BadInput(
                path,
                row.line,
                "there is neither a column kind nor one priority",
                code="column_missing",
            )
        query_id, doc_id = (
            row.cells[name].strip(WHITE_SPACE) for name in ("query_id", "passage_id")
        )
        checked_id(path, row.line, "query id", query_id)
        checked_id(path, row.line, "passage id", doc_id)
        try:
            yield _parse_row(query_id, doc_id, row)
        except BadValue as error:
            raise error.at(path, row.line) from error


def _parse_row(query_id: str, doc_id: str, row: TableRow) -> MarkLine:
    names = ("kind", "priority", "grade", "explanation")
    kind, priority, grade, explanation = (row.cells.get(name, "").strip() for name in names)
    return MarkLine(
        query_id=query_id,
        doc_id=doc_id,
        kind=_kind(kind, priority),
        priority=0 if priority in ("", FOR_ALL) else _priority(priority),
        grade=parse_small_number("grade", grade) if grade else None,
        explanation=explanation,
        line=row.line,
    )


def parse_kind(name: str, text: str) -> Kind | None:
    """The kind of a pair in a cell; None where it says none."""
    if text and text not in get_args(Kind):
        reason = f"{name} {text!r} is none of {', '.join(get_args(Kind))}"
        raise BadValue(reason, code="unknown_pair_kind")
    return cast(Kind, text) if text else None


def _kind(text: str, priority: str) -> Kind:
    kind = parse_kind("kind", text)
    if priority != FOR_ALL:
        return kind or "regular"
    if kind not in (None, "overlap"):
        reason = f"a pair with the priority all is an overlap pair, not {kind}"
        raise BadValue(reason, code="kind_beside_priority")
    return "overlap"


def _priority(text: str) -> int:
    is_negative = text.startswith("-")
    number = parse_count("priority", text.removeprefix("-"), INT32_MAX)
    return -number if is_negative else number
