"""The first line of a file of runs or labels, by whose columns its form is recognized."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from regrade.files.errors import BadInput
from regrade.files.identifiers import COMMENT, split_columns
from regrade.files.lines import read_lines


class FirstLine(NamedTuple):
    """A line that is neither blank nor a comment."""

    number: int
    columns: list[str]


def first_line(path: Path) -> FirstLine:
    """The columns of the first line.

    Raises:
        BadInput: there is none, or the file cannot be read.
    """
    for line in read_lines(path):
        columns = [] if line.text.startswith(COMMENT) else split_columns(line.text)
        if columns:
            return FirstLine(line.number, columns)
    reason = "the file holds neither a run nor labels"
    raise BadInput(path, None, reason, code="no_records")
