"""Cells of CSV files: a spreadsheet finds no formula in them, and our readers what was written."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple, TextIO

# Marks a file as UTF-8 for Excel, which otherwise guesses.
BOM = "\ufeff"
# The beginnings of formulas in spreadsheets (OWASP, "CSV Injection"), also behind apostrophes, so
# that an apostrophe we add to a cell can be distinguished from its own.
_FORMULA = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]+)?|-infinite", re.IGNORECASE)


def csv_writer(stream: TextIO) -> Callable[[Iterable[object]], object]:
    """A function that writes rows, with an apostrophe before texts that a spreadsheet would run."""
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
