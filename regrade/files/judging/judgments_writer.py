from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TextIO

from regrade.files.judging.judgments import NOTE
from regrade.files.judging.parquet import is_parquet, write_parquet
from regrade.files.outputs import PACKED
from regrade.files.row_files import TextLayout, text_layout_of, write_rows

Row = Mapping[str, object]


class Layout(StrEnum):
    """How exported judgments are written; `csv-bom` is CSV behind a byte order mark, for Excel."""

    TSV = "tsv"
    CSV = "csv"
    CSV_BOM = "csv-bom"
    JSONL = "jsonl"
    PARQUET = "parquet"

    @property
    def suffix(self) -> str:
        return self.value.removesuffix("-bom")


def layout_of(file: Path) -> Layout:
    """The layout that a file's name ends with, gzipped or not; else TSV."""
    name = file.with_suffix("") if file.suffix == PACKED else file
    return Layout.PARQUET if is_parquet(name) else Layout(text_layout_of(file).value)


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
    said = ({name: _said(row[name]) for name in columns} for row in rows)
    with _as_text(stream) as text:
        write_rows(text, TextLayout(layout.value), columns, said, free_texts={NOTE})


@contextmanager
def _as_text(stream: IO[bytes]) -> Iterator[TextIO]:
    text = TextIOWrapper(stream, encoding="utf-8", newline="\n")
    try:
        yield text
    finally:
        text.detach()  # closing it would close what it writes to


def _said(value: object) -> object:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return value
