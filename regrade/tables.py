"""Tables as text, for a terminal or a spreadsheet."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from regrade.csv_cells import BOM, csv_writer

# How commands call CSV, and CSV that begins with a byte order mark.
CSV, CSV_BOM = "csv", "csv-bom"
CSV_STYLES = (CSV, CSV_BOM)


def aligned(cells: Sequence[Sequence[str]], *, n_texts: int) -> str:
    """A table under its header, with text aligned left and numbers aligned right."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    header, *rows = cells
    rules = ["-" * width for width in widths]
    return "".join(f"{_line(row, widths, n_texts)}\n" for row in (header, rules, *rows))


def _line(row: Sequence[str], widths: Sequence[int], n_texts: int) -> str:
    sides = [str.ljust] * n_texts + [str.rjust] * (len(row) - n_texts)
    cells = (side(cell, width) for side, cell, width in zip(sides, row, widths, strict=True))
    return "  ".join(cells).rstrip()


def csv_of(header: Sequence[str], lines: Iterable[Sequence[Any]]) -> str:
    stream = io.StringIO()
    write = csv_writer(stream)
    for line in chain([header], lines):
        write(line)
    return stream.getvalue()


def in_style(text: str, style: str) -> str:
    """CSV as one of `CSV_STYLES` has it."""
    return BOM + text if style == CSV_BOM else text


def csv_of_rows(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] = ()) -> str:
    """Like `csv_of`, with every key of any row as a column.

    Args:
        columns: those that stand first, and without rows too; empty text where there are none.
    """
    columns = list(dict.fromkeys([*columns, *(key for row in rows for key in row)]))
    lines = ([as_text(row.get(column, "")) for column in columns] for row in rows)
    return csv_of(columns, lines) if columns else ""


def as_text(cell: Any) -> Any:
    """Lists and objects, which have a place in JSON only, become text."""
    if isinstance(cell, list | tuple):
        return " ".join(str(item) for item in cell)
    if isinstance(cell, Mapping):
        return " ".join(f"{key}={item}" for key, item in cell.items())
    return cell


def report(title: str, counts: Mapping[str, int | str]) -> str:
    """A title and one aligned line for each count, numbers first and right-aligned."""
    cells = {
        name: f"{value:,}" if isinstance(value, int) else value for name, value in counts.items()
    }
    width = max(map(len, cells.values()), default=0)
    return "\n".join([title, *(f"  {cell:>{width}}  {name}" for name, cell in cells.items())])
