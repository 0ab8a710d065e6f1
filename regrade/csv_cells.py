"""Cells of CSV files: a spreadsheet finds no formula in them, and our readers what was written."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple, TextIO

# At the beginning of a file it tells Excel, which guesses otherwise, that the text is UTF-8.
BOM = "\ufeff"
# What spreadsheets take for the beginning of a formula (OWASP, "CSV Injection"), and the same
# behind apostrophes, so that each apostrophe that is put before a cell can be told from its own.
_FORMULA = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]+)?|-infinite", re.IGNORECASE)


def csv_writer(stream: TextIO) -> Callable[[Iterable[object]], object]:
    """What writes a row: every text that a spreadsheet would run gets an apostrophe before it."""
    write = csv.writer(_Lines(stream)).writerow
    return lambda cells: write([_harmless(cell) for cell in cells])


class _Lines(NamedTuple):
    """Ends rows as files here end lines; Python puts a lone carriage return in quotes only where
    rows end with one."""

    stream: TextIO

    def write(self, row: str) -> int:
        return self.stream.write(row.removesuffix("\r\n") + "\n")


def as_written(text: str) -> str:
    """The text that `csv_writer` was given, of what stands in the file."""
    is_guarded = text.startswith("'") and _FORMULA.match(text)
    return text[1:] if is_guarded else text


def _harmless(cell: object) -> object:
    if isinstance(cell, str) and _FORMULA.match(cell) and not _NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell
