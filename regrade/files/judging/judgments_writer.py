from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from io import TextIOWrapper
from typing import IO, TextIO

from regrade.files.csv_cells import csv_writer
from regrade.files.judging.judgments import NOTE, NOTE_AS_JSON
from regrade.files.judging.parquet import write_parquet

Row = Mapping[str, object]


class Layout(StrEnum):
    """How exported judgments are written; the values are the files' suffixes."""

    TSV = "tsv"
    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"


def write_judgments(
    stream: IO[bytes], layout: Layout, columns: Sequence[str], rows: Iterable[Row]
) -> None:
    """Write judgments as `read_judgments` reads them: lines of a table below a header, or of JSON.

    In tables None is empty, lists and objects are JSON, and so is the note, which may hold tabs
    and line breaks, under the name `note_json`. Of tables, CSV is the one for spreadsheets; TSV
    and JSON are for programs, and say everything to the letter. Times are in ISO 8601, in UTC.
    For Parquet see `write_parquet`. The stream stays open.
    """
    if layout is Layout.PARQUET:
        write_parquet(stream, columns, rows)
        return
    with _as_text(stream) as text:
        if layout is Layout.JSONL:
            for row in rows:
                text.write(_json({name: _said(row[name]) for name in columns}) + "\n")
            return
        write = _cells_writer(text, layout)
        write([NOTE_AS_JSON if name == NOTE else name for name in columns])
        for row in rows:
            write([_cell(name, _said(row[name])) for name in columns])


@contextmanager
def _as_text(stream: IO[bytes]) -> Iterator[TextIO]:
    text = TextIOWrapper(stream, encoding="utf-8", newline="\n")
    try:
        yield text
    finally:
        text.detach()  # closing it would close what it writes to


def _cells_writer(stream: TextIO, layout: Layout) -> Callable[[Sequence[str]], object]:
    if layout is Layout.CSV:
        return csv_writer(stream)
    return lambda cells: stream.write("\t".join(cells) + "\n")


def _cell(name: str, value: object) -> str:
    if value is None or value in ("", [], {}):
        return ""
    return _json(value) if name == NOTE or isinstance(value, list | dict) else str(value)


def _said(value: object) -> object:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return value


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
