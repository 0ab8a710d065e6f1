from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby
from typing import Any

from django.core.management.base import CommandParser
from tabulate import tabulate

from regrade.tables import CSV_STYLES, as_text, csv_of_rows, in_style

Row = Mapping[str, Any]
USUAL_WIDTH = 120
GAP = 2  # between columns
MANY_ROWS = 4
EXACT = 1e9  # larger numbers have no halves that matter


FORMATS = ("table", *CSV_STYLES, "json")


def add_csv_format(parser: CommandParser) -> None:
    parser.add_argument(
        "--format",
        choices=CSV_STYLES,
        default="csv",
        help="csv (default), or csv-bom, which begins with a byte order mark, for Excel",
    )


def render(rows: Sequence[Mapping[str, Any]], style: str) -> str:
    """Rows as an aligned table that fits the terminal, as CSV with a header, or as a JSON list.

    `csv-bom` is CSV behind a byte order mark, for Excel.
    """
    if style == "json":
        return json.dumps(rows, indent=2, ensure_ascii=False, allow_nan=False)
    if style in CSV_STYLES:
        return in_style(csv_of_rows(rows).rstrip("\n"), style)
    cells = [{key: _rounded(as_text(value)) for key, value in row.items()} for row in rows]
    return fitted(cells, shown_width())


def _rounded(cell: Any) -> Any:
    """A number of four decimals, halves away from 0 as on pages; a format would go to even."""
    if not isinstance(cell, float) or not abs(cell) < EXACT:
        return cell
    return float(Decimal(cell).quantize(Decimal("0.0001"), ROUND_HALF_UP))


def shown_width() -> int:
    """Width of the terminal in columns; 120 if standard output is no terminal or unknown."""
    if not sys.stdout.isatty():
        return USUAL_WIDTH
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or USUAL_WIDTH
    except OSError:
        return USUAL_WIDTH


def fitted(rows: Sequence[Row], width: int) -> str:
    """Rows as an aligned table; one that is too wide is changed until it fits.

    In this order: headings break at blanks; columns with one value over many rows move above the
    table; columns are split into several tables, each repeating the key columns, or only the first
    key where all leave no room. Nothing is left out and no cell is broken: a name wider than the
    terminal sticks out.
    """
    if _fits(whole := _table(rows), width) or _fits(whole := _broken(rows), width):
        return whole
    said, rest = _said_once(rows)
    above = "".join(f"{line}\n" for line in said)
    if not _columns(rest):
        return f"{above}\n{len(rows):,} rows, all the same"
    if _fits(whole := _broken(rest), width):
        return f"{above}\n{whole}" if said else whole
    body = "\n\n".join(_stacked(rest, width))
    return f"{above}\n{body}" if said else body


def _table(rows: Sequence[Row], headings: Sequence[str] | None = None) -> str:
    cells: Sequence[Any] = rows
    if headings is not None:
        cells = [[row.get(column) for column in _columns(rows)] for row in rows]
    return tabulate(cells, headings or "keys", floatfmt=".4f", missingval="-")


def _broken(rows: Sequence[Row]) -> str:
    return _table(rows, [column.replace(" ", "\n") for column in _columns(rows)])


def _fits(table: str, width: int) -> bool:
    return all(len(line) <= width for line in table.splitlines())


def _columns(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(column for row in rows for column in row))


def _said_once(rows: Sequence[Row]) -> tuple[list[str], list[Row]]:
    """Columns with one value in all rows, as lines of text, and the rows without them."""
    columns = _columns(rows)
    same = [column for column in columns if _is_same(rows, column)]
    said = [f"{column}: {_word(rows[0].get(column))}" for column in same]
    return said, [_without(row, same) for row in rows]


def _is_same(rows: Sequence[Row], column: str) -> bool:
    """Whether the column has one value over many rows; over a few it may be chance."""
    return len(rows) >= MANY_ROWS and len({repr(row.get(column)) for row in rows}) == 1


def _without(row: Row, columns: Sequence[str]) -> Row:
    return {column: value for column, value in row.items() if column not in columns}


def _word(value: Any) -> str:
    if value in (None, ""):
        return "-"
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _stacked(rows: Sequence[Row], width: int) -> Iterator[str]:
    columns, widths = _columns(rows), _widths(rows)
    n_keys = _n_keys(rows, columns)
    keys, others = columns[:n_keys], columns[n_keys:]
    room = width - sum(widths[:n_keys]) - GAP * n_keys
    if n_keys > 1 and room < max(widths[n_keys:], default=0):
        yield from _under_the_first_key(rows, keys[0], width)
        return
    for part in _parts(others, widths[n_keys:], room):
        yield _broken([{column: row.get(column) for column in [*keys, *part]} for row in rows])


def _under_the_first_key(rows: Sequence[Row], key: str, width: int) -> Iterator[str]:
    for value, of_value in groupby(rows, lambda row: row.get(key)):
        under = [_without(row, [key]) for row in of_value]
        yield f"{key}: {_word(value)}\n\n{fitted(under, width)}"


def _parts(columns: Sequence[str], widths: Sequence[int], room: int) -> Iterator[list[str]]:
    """Split the columns, in order, into groups that fit the room."""
    part: list[str] = []
    used = 0
    for column, width in zip(columns, widths, strict=True):
        if part and used + width > room:
            yield part
            part, used = [], 0
        part.append(column)
        used += width + GAP
    if part:
        yield part


def _n_keys(rows: Sequence[Row], columns: Sequence[str]) -> int:
    """Number of columns before the first numeric one; at least one."""
    for index, column in enumerate(columns):
        if any(isinstance(row.get(column), int | float) for row in rows):
            return max(index, 1)
    return 1


def _widths(rows: Sequence[Row]) -> list[int]:
    """Column widths, read off the rule below the headings of a table whose headings are broken."""
    n_heading_lines = max(len(re.split(r"[ \n]", column)) for column in _columns(rows))
    rule = _broken(rows).splitlines()[n_heading_lines]
    return [len(dashes) for dashes in rule.split()]
