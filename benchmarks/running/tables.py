"""A table of a report, how it looks as text, and the page that it is put into."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from tabulate import tabulate

BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"
Cell = str | float | int | None
Say = Callable[[str], None]


class Table(NamedTuple):
    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    note: str = ""


def to_text(table: Table) -> str:
    """Markdown; numbers stand right, a cell without a value shows a dash, no rows no table."""
    if not table.rows:
        return f"### {table.title}\n\n{table.note}\n"
    cells = [[_shown(value) for value in row] for row in table.rows]
    columns = zip(*table.rows, strict=True)
    align = ["left" if all(isinstance(cell, str) for cell in c) else "right" for c in columns]
    drawn = tabulate(cells, table.headers, "pipe", disable_numparse=True, colalign=align)
    note = f"\n\n{table.note}" if table.note else ""
    return f"### {table.title}\n\n{drawn}{note}\n"


def put_into(page: Path, text: str, part: str = "tables") -> None:
    """Replace what stands between the page's marks of this part."""
    begin, end = BEGIN.replace("tables", part), END.replace("tables", part)
    before, _, rest = page.read_text(encoding="utf-8").partition(begin)
    after = rest.partition(end)[2]
    page.write_text(f"{before}{begin}\n\n{text}\n{end}{after}", encoding="utf-8")


def _shown(value: Cell) -> str:
    """Whole numbers and those from 1,000 up in full, others with four digits that count."""
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    if isinstance(value, int) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.4g}"
