"""What is wrong with the lines of a file, listed for the person who gave it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from regrade.files.errors import BadInput

MOST = 20  # lines that are listed


class BadLine(NamedTuple):
    """A line that cannot be taken in, and why; lines count from 1."""

    line: int | None
    reason: str


class BadLines(NamedTuple):
    """How many lines of a file are bad, and the first of them."""

    n: int
    first: list[BadLine]


class BadFile(BadInput):
    """A file with bad lines, which say what is wrong; `bad` has the first of them."""

    def __init__(self, path: Path, reason: str, bad: BadLines) -> None:
        self.bad = bad
        super().__init__(path, None, reason)


class Found:
    """Counts what is refused, and keeps the first of it."""

    def __init__(self, most: int = MOST) -> None:
        self.n = 0
        self.first: list[BadLine] = []
        self._most = most

    def take(self, error: BadInput) -> None:
        self.n += 1
        if self.n <= self._most:
            self.first.append(BadLine(error.line, error.reason))
