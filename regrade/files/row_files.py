"""Files of rows that are written in one of several layouts: a table below a header, JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TextIO

from regrade.csv_cells import BOM, csv_writer
from regrade.files.outputs import PACKED

AS_JSON = "_json"  # ends the name of a column whose texts are JSON


class TextLayout(StrEnum):
    """How rows are written; `csv-bom` is CSV behind a byte order mark, for Excel."""

    TSV = "tsv"
    CSV = "csv"
    CSV_BOM = "csv-bom"
    JSONL = "jsonl"


def text_layout_of(file: Path) -> TextLayout:
    """The layout that a file's name ends with, gzipped or not; else TSV."""
    known = {f".{layout}": layout for layout in TextLayout if layout is not TextLayout.CSV_BOM}
    name = file.with_suffix("") if file.suffix == PACKED else file
    return known.get(name.suffix.lower(), TextLayout.TSV)


def write_rows(
    stream: TextIO,
    layout: TextLayout,
    columns: Sequence[str],
    rows: Iterable[Mapping[str, object]],
    *,
    free_texts: Collection[str] = (),
) -> int:
    """Write rows as a table below a header, or as lines of JSON; returns how many they were.

    In tables None is empty, lists and objects are JSON, and so are columns of `free_texts`, which
    may hold tabs and line breaks; their names end with `_json`. Of tables, CSV is the one for
    spreadsheets; TSV and JSON are for programs, and say everything to the letter.
    """
    write = _row_writer(stream, layout, columns, free_texts)
    n_rows = 0
    for row in rows:
        write(row)
        n_rows += 1
    return n_rows


def _row_writer(
    stream: TextIO, layout: TextLayout, columns: Sequence[str], free_texts: Collection[str]
) -> Callable[[Mapping[str, object]], object]:
    if layout is TextLayout.JSONL:
        return lambda row: stream.write(_json({name: row[name] for name in columns}) + "\n")
    write = _cells_writer(stream, layout)
    write([f"{name}{AS_JSON}" if name in free_texts else name for name in columns])
    return lambda row: write([_cell(row[name], is_free=name in free_texts) for name in columns])


def _cells_writer(stream: TextIO, layout: TextLayout) -> Callable[[Sequence[str]], object]:
    if layout is TextLayout.CSV_BOM:
        stream.write(BOM)
    if layout in (TextLayout.CSV, TextLayout.CSV_BOM):
        return csv_writer(stream)
    return lambda cells: stream.write("\t".join(cells) + "\n")


def _cell(value: object, *, is_free: bool) -> str:
    if value is None or value in ("", [], {}):
        return ""
    return _json(value) if is_free or isinstance(value, list | dict) else str(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
