from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, get_args

from regrade.files.bad_lines import Refuse, refuse_at_once
from regrade.files.errors import BadInput, BadValue
from regrade.files.identifiers import WHITE_SPACE, checker
from regrade.files.judging.fields import (
    parse_json_object,
    parse_json_string,
    parse_spans,
    parse_time,
)
from regrade.files.judging.judgment_row import LEAST_CONFIDENCE, MOST_CONFIDENCE, JudgmentRow, Kind
from regrade.files.judging.parquet import is_parquet, read_parquet
from regrade.files.judging.tables import (
    Header,
    Names,
    TableRow,
    parse_table,
)
from regrade.files.lines import at_least_one, read_lines
from regrade.files.numbers import is_whole_number, parse_count, parse_small_number
from regrade.files.streams import Progress
from regrade.limits import INT16_MAX, INT32_MAX, INT64_MAX
from regrade.text.visible import text_or_empty

REQUIRED: tuple[Names, ...] = (("query_id",), ("passage_id", "doc_id"), ("assessor",), ("grade",))
OURS = {name: names[0] for names in REQUIRED for name in names}  # of each name, the first
IDS = ("query_id", "passage_id")
COUNTS = {  # with the largest number that each may be
    "active_ms": INT64_MAX,
    "away_ms": INT64_MAX,
    "position": INT32_MAX,
    "rotation": INT32_MAX,
    "occasion": INT16_MAX,
}
TIMES = ("created_at", "superseded_at")
TEXTS = ("reason_not_judged", "assessor_kind", "english_level", "text_hash")
# TSV knows no quotes: a note with line breaks stands there as a JSON string.
NOTE, NOTE_AS_JSON = "note", "note_json"
OTHERS = ("spans", "confidence", "cause", "is_rejected", "extra", NOTE, NOTE_AS_JSON)
ASSESSOR = ("assessor",)
KNOWN = {names[0] for names in REQUIRED} | {*COUNTS, *TIMES, *TEXTS, *OTHERS}
BLANK = dict.fromkeys(KNOWN, "")
NOT_JUDGED = ("", "no_input")
REJECTED = "rejected"


class Terms(NamedTuple):
    """Deviations of a file from our own columns and grade names.

    Attributes:
        columns: the file's name of a column, by our name, such as passage_id or doc_id.
        assessor: assessor of rows without one; empty refuses such rows.
        grades: grade by name, ignoring case.
        blanks_in_ids: whether ids of topics and passages may contain blanks.
    """

    columns: Mapping[str, str] = MappingProxyType({})
    assessor: str = ""
    grades: Mapping[str, int] = MappingProxyType({})
    blanks_in_ids: bool = False

    @property
    def header(self) -> Header:
        required = [names for names in REQUIRED if not (self.assessor and names == ASSESSOR)]
        renamed = {OURS.get(ours, ours): theirs for ours, theirs in self.columns.items()}
        return Header(required, KNOWN, renamed)


PLAIN = Terms()


def read_judgments(
    path: Path,
    progress: Progress | None = None,
    *,
    max_bytes: int | None = None,
    terms: Terms = PLAIN,
) -> Iterator[JudgmentRow]:
    """Yield the judgments of a TSV or CSV file with a header line, or of a JSONL or Parquet file.

    A file whose name ends in .parquet is Parquet, and its lines are rows. Columns: `query_id`,
    `passage_id` or `doc_id`, `assessor`, `grade`; if there, `spans` (a JSON list of [start, end]),
    `confidence` (1 to 5), `note` (or `note_json`, a JSON string), `active_ms`, `created_at`
    (ISO 8601; without a zone read as UTC), and the others that an export of judgments has; a
    `cause` of `rejected`, which is kept as any other is, or `is_rejected` of `true` marks rejected
    work. Unknown columns are kept in
    `extra`, as are the fields of the JSON object in a column of this name. A grade that is empty or
    `no_input` means not judged. A repeated answer is only detected at its own row, so keep nothing
    of a file before it is read to the end.

    Args:
        path: named in errors.
        progress: see `streams`.
        max_bytes: limit on the unpacked size; not applied to Parquet.
        terms: other names of columns and grades, and a default assessor.

    Raises:
        BadInput: a missing column, an empty id or assessor, a number, list or time that is none,
            the same assessor twice on a pair and occasion (naming both lines), no judgments, and
            whatever `parse_table` and `read_lines`, or `read_parquet`, refuse.
    """
    if is_parquet(path):
        table = read_parquet(path, terms.header, progress)
    else:
        lines = read_lines(path, progress, max_bytes=max_bytes)
        table = parse_table(path, lines, terms.header)
    yield from _parse(path, at_least_one(table, path, "judgments"), terms, refuse_at_once)


def look_through_judgments(
    path: Path, refuse: Refuse, *, terms: Terms = PLAIN
) -> Iterator[JudgmentRow]:
    """The readable judgments of a file that `read_judgments` refuses.

    `refuse` receives every unreadable row. The last call may be an error that ends the reading,
    such as a missing column or a line that is not UTF-8.
    """
    try:
        if is_parquet(path):
            table = read_parquet(path, terms.header)
        else:
            table = parse_table(path, read_lines(path), terms.header, refuse)
        yield from _parse(path, table, terms, refuse)
    except BadInput as error:
        refuse(error)


def _parse(
    path: Path, table: Iterator[TableRow], terms: Terms, refuse: Refuse
) -> Iterator[JudgmentRow]:
    first_lines: dict[tuple[str, str, str, int], int] = {}
    for table_row in table:
        try:
            row = parse_row(path, table_row, terms)
            _check_once(row, first_lines)
        except BadInput as error:
            refuse(error)
            continue
        yield row


def _check_once(row: JudgmentRow, first_lines: dict[tuple[str, str, str, int], int]) -> None:
    if row.superseded_at is None:
        first = first_lines.setdefault((*row.answerer, row.occasion), row.line)
        if first != row.line:
            pair = f"passage {row.doc_id} of topic {row.query_id}"
            reason = f"{row.assessor} judges {pair} twice, first on line {first}"
            raise row.wrong(reason, code="judged_twice")


def parse_row(path: Path, row: TableRow, terms: Terms = PLAIN) -> JudgmentRow:
    """The judgment in a row whose cells go by our names, `query_id` and `passage_id` among them.

    Raises:
        BadInput: a cell that cannot be read, as `read_judgments` says.
    """
    cells = BLANK | {name: text.strip() for name, text in row.cells.items() if name in KNOWN}
    cells |= {name: row.cells[name].strip(WHITE_SPACE) for name in IDS}
    cells["assessor"] = cells["assessor"] or terms.assessor
    check = checker(blanks_in_ids=terms.blanks_in_ids)
    query_id = check(path, row.line, "query id", cells["query_id"])
    doc_id = check(path, row.line, "passage id", cells["passage_id"])
    try:
        grade = _grade(cells["grade"], terms.grades)
        return _parse_cells(path, query_id, doc_id, cells, row)._replace(grade=grade)
    except BadValue as error:
        raise error.at(path, row.line) from error


def _parse_cells(
    path: Path, query_id: str, doc_id: str, cells: dict[str, str], row: TableRow
) -> JudgmentRow:
    if not cells["assessor"]:
        raise BadValue("the assessor is empty", code="assessor_empty")
    grade, spans, confidence = cells["grade"], cells["spans"], cells["confidence"]
    counts = {n: parse_count(n, cells[n], most) for n, most in COUNTS.items() if cells[n]}
    times = {name: parse_time(name, cells[name]) for name in TIMES if cells[name]}
    return JudgmentRow(
        query_id=query_id,
        doc_id=doc_id,
        assessor=cells["assessor"],
        grade=None,
        spans=parse_spans("spans", spans) if spans else (),
        confidence=_confidence(confidence) if confidence else None,
        note=note_of(row),
        active_ms=counts.get("active_ms"),
        created_at=times.get("created_at"),
        extra=_extra(row, cells),
        line=row.line,
        path=path,
        occasion=counts.get("occasion", 0),
        reason=_reason(grade, cells["reason_not_judged"]),
        away_ms=counts.get("away_ms"),
        position=counts.get("position"),
        rotation=counts.get("rotation", 0),
        superseded_at=times.get("superseded_at"),
        is_rejected=cells["cause"] == REJECTED or _is_true("is_rejected", cells["is_rejected"]),
        kind=_kind(cells["assessor_kind"]),
        english_level=cells["english_level"],
        text_hash=cells["text_hash"],
    )


def _is_true(name: str, text: str) -> bool:
    if text.casefold() not in ("", "true", "false"):
        raise BadValue(f"{name} {text!r} is neither true nor false", code="not_true_or_false")
    return text.casefold() == "true"


def _kind(text: str) -> str:
    """Kind of assessor; empty if the file gives none."""
    kind = text.casefold()
    if kind and kind not in get_args(Kind):
        reason = f"the assessor_kind {text!r} is none of {', '.join(get_args(Kind))}"
        raise BadValue(reason, code="unknown_assessor_kind")
    return kind


def _grade(text: str, names: Mapping[str, int]) -> int | None:
    """The grade in a cell, given as a number or name."""
    if text in NOT_JUDGED:
        return None
    words = {name: value for name, value in names.items() if not is_whole_number(name)}
    if is_whole_number(text) or not words:
        return parse_small_number("grade", text)
    by_name = {name.casefold(): value for name, value in words.items()}
    if text.casefold() not in by_name:
        reason = f"grade {text!r} is neither a whole number nor one of {', '.join(words)}"
        raise BadValue(reason, code="unknown_grade")
    return by_name[text.casefold()]


def _confidence(text: str) -> int:
    number = parse_small_number("confidence", text)
    if not LEAST_CONFIDENCE <= number <= MOST_CONFIDENCE:
        scale = f"{LEAST_CONFIDENCE} (very low) to {MOST_CONFIDENCE} (very high)"
        mend = "rename the column to keep it as it is"
        raise BadValue(f"confidence {number} is outside {scale}; {mend}", code="out_of_range")
    return number


def note_of(row: TableRow) -> str:
    """The note in a row, plain or as a JSON string."""
    as_json = row.cells.get(NOTE_AS_JSON, "").strip()
    note = parse_json_string(NOTE_AS_JSON, as_json) if as_json else row.cells.get(NOTE, "")
    return text_or_empty(note)


def _reason(grade: str, reason: str) -> str:
    if reason and grade not in NOT_JUDGED:
        both = f"there is a grade, {grade}, and a reason why there is none, {reason}"
        raise BadValue(both, code="grade_and_reason")
    return reason


def _extra(row: TableRow, cells: dict[str, str]) -> dict[str, str]:
    """Unknown columns, together with those that an export preserved from another file."""
    extra = {name: value for name, value in row.cells.items() if name not in KNOWN}
    if cells["extra"]:
        extra |= parse_json_object("extra", cells["extra"])
    if cells["cause"]:
        extra["cause"] = cells["cause"]
    return extra
