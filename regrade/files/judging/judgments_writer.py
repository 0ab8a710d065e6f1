from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TextIO

from regrade.files.csv_cells import csv_writer
from regrade.files.judging.judgments import NOTE, NOTE_AS_JSON


class Layout(StrEnum):
    """How exported judgments are written; the values are the files' suffixes."""

    TSV = "tsv"
    CSV = "csv"
    JSONL = "jsonl"


def write_judgments(
    stream: TextIO, layout: Layout, columns: Sequence[str], rows: Iterable[Mapping[str, object]]
) -> None:
    """Write judgments as `read_judgments` reads them: lines of a table below a header, or of JSON.

    In tables None is empty, lists and objects are JSON, and so is the note, which may hold tabs
    and line breaks, under the name `note_json`. Of tables, CSV is the one for spreadsheets; TSV
    and JSON are for programs, and say everything to the letter.
    """
    if layout is Layout.JSONL:
        for row in rows:
            stream.write(_json({name: row[name] for name in columns}) + "\n")
        return
    write = _cells_writer(stream, layout)
    write([NOTE_AS_JSON if name == NOTE else name for name in columns])
    for row in rows:
        write([_cell(name, row[name]) for name in columns])


def _cells_writer(stream: TextIO, layout: Layout) -> Callable[[Sequence[str]], object]:
    if layout is Layout.CSV:
        return csv_writer(stream)
    return lambda cells: stream.write("\t".join(cells) + "\n")


def _cell(name: str, value: object) -> str:
    if value is None or value in ("", [], {}):
        return ""
    return _json(value) if name == NOTE or isinstance(value, list | dict) else str(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
