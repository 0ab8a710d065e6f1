from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from regrade.csv_cells import as_written
from regrade.files.bad_lines import Refuse, readable, refuse_at_once
from regrade.files.errors import BadInput
from regrade.files.json_lines import JsonObject, parse_json_lines, refuse_document
from regrade.files.judging.columns import PASSAGE_ID, QUERY_ID
from regrade.files.judging.fields import as_text
from regrade.files.lines import Line

Names: TypeAlias = tuple[str, ...]  # what one column may be called; cells go by the first
NAMES = (QUERY_ID[0], PASSAGE_ID[0], "assessor")  # which may begin as a formula does


class TableRow(NamedTuple):
    """One record of a table: its cells by column name, as text."""

    line: int
    cells: dict[str, str]


Fields: TypeAlias = tuple[int, list[str]]  # the line of a record, before its fields are named


class Header(NamedTuple):
    """Accepted names of a table's columns; upper and lower case are alike.

    Attributes:
        required: columns that must be there, each with the names it may have.
        optional: columns that are known by these names alone.
        renamed: what a file calls a column, by the name that it has here; it must be there.
    """

    required: Sequence[Names]
    optional: Collection[str] = ()
    renamed: Mapping[str, str] = MappingProxyType({})


def parse_table(
    path: Path,
    lines: Iterator[Line],
    header: Header,
    refuse: Refuse = refuse_at_once,
) -> Iterator[TableRow]:
    """Yield the rows of a table: JSON objects a line, or TSV or CSV below a header line.

    The first line that is not blank decides: JSON if it begins with a brace, the header of a TSV
    file if it contains a tab, else the header of a CSV file. TSV has no quoting; a quoted CSV cell
    may contain line breaks, and ids lose the apostrophe that our CSV puts before formulas. JSON
    strings stay, null is empty, other values become JSON text.

    Args:
        path: named in errors.
        lines: the file, with at least one line that is not blank.
        header: accepted names of its columns; others are kept unchanged.
        refuse: receives the error of each skipped row: one with more or fewer fields than the
            header, or a JSON line that is not an object.

    Raises:
        BadInput: a required or renamed column is missing or present under two names, a column
            appears twice in the header, a row has more or fewer fields than the header, or the CSV
            or JSON is broken.
    """
    first = next(line for line in lines if line.text.strip())
    lines = chain([first], lines)
    refuse_document(path, first)
    if first.text.lstrip().startswith("{"):
        yield from _read_objects(path, lines, header, refuse)
    elif "\t" in first.text:
        yield from _read_fields(path, _split_tsv(lines), header, refuse)
    else:
        for row in _read_fields(path, _split_csv(path, lines, first.number), header, refuse):
            yield _with_names_as_written(row)


def _read_objects(
    path: Path, lines: Iterator[Line], header: Header, refuse: Refuse
) -> Iterator[TableRow]:
    def read(item: JsonObject) -> TableRow:
        names = name_columns(path, item.line, list(item.fields), header)
        values = map(as_text, item.fields.values())
        return TableRow(item.line, dict(zip(names, values, strict=True)))

    return readable(parse_json_lines(path, lines, refuse), read, refuse)


def _split_tsv(lines: Iterator[Line]) -> Iterator[Fields]:
    for number, text in lines:
        if text.strip():
            yield number, text.split("\t")


def _split_csv(path: Path, lines: Iterator[Line], first_number: int) -> Iterator[Fields]:
    reader = csv.reader((line.text + "\n" for line in lines), strict=True)
    while True:
        number = first_number + reader.line_num
        try:
            values = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise BadInput(path, number, f"this is not CSV ({error})", code="not_csv") from error
        if len(values) > 1 or "".join(values).strip():
            yield number, values


def _with_names_as_written(row: TableRow) -> TableRow:
    """Of what we export other cells begin no formula, and what others wrote is kept."""
    names = {name: as_written(row.cells[name]) for name in NAMES if name in row.cells}
    return row._replace(cells=row.cells | names)


def _read_fields(
    path: Path, records: Iterator[Fields], header: Header, refuse: Refuse
) -> Iterator[TableRow]:
    line, given = next(records)
    names = name_columns(path, line, [name.strip() for name in given], header)
    for line, values in records:
        if len(values) != len(names):
            reason = f"{len(values)} fields where the header has {len(names)}"
            refuse(BadInput(path, line, reason, code="mixed_columns"))
            continue
        yield TableRow(line, dict(zip(names, values, strict=True)))


def name_columns(path: Path, line: int | None, given: Sequence[str], header: Header) -> list[str]:
    """The columns' names, those that are known replaced by the first they may have.

    Raises:
        BadInput: a required or renamed column is missing or there under two names.
    """
    known = {name.casefold(): names[0] for names in header.required for name in names}
    known |= {name.casefold(): name for name in header.optional}
    known |= {theirs.casefold(): ours for ours, theirs in header.renamed.items()}
    columns = [known.get(name.casefold(), name) for name in given]
    wanted = [(names[0], " or ".join(names[:2])) for names in header.required]
    wanted = [(name, header.renamed.get(name, said)) for name, said in wanted]
    wanted += [(ours, theirs) for ours, theirs in header.renamed.items()]
    for name, said in wanted:
        if name not in columns:
            raise BadInput(
                path,
                line,
                f"there is no column {said} among {', '.join(given)}",
                code="column_missing",
            )
    for column, n_times in Counter(columns).items():
        if n_times > 1:
            same = [
                name for name, known_as in zip(given, columns, strict=True) if known_as == column
            ]
            raise BadInput(
                path,
                line,
                f"{n_times} columns say the same: {', '.join(same)}",
                code="column_twice",
            )
    return columns
