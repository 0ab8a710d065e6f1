"""List the bad lines of a file for the person who provided it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from regrade.files.errors import BadInput

MOST = 20  # lines that are listed

Item = TypeVar("Item")
Record = TypeVar("Record")
Refuse = Callable[[BadInput], object]  # receives the error of a bad line


class BadLine(NamedTuple):
    """A line that cannot be read, and why: a sentence and its stable code. Lines count from 1."""

    line: int | None
    reason: str
    code: str

    def __str__(self) -> str:
        return self.reason if self.line is None else f"line {self.line}: {self.reason}"


class BadLines(NamedTuple):
    """Number of bad lines in a file, and the first of them."""

    n: int
    first: list[BadLine]


def joined(several: Iterable[BadLines], most: int = MOST) -> BadLines:
    """Merge bad lines of one file found by several checks, each line by one of them."""
    looks = list(several)
    first = sorted((bad for look in looks for bad in look.first), key=lambda bad: bad.line or 0)
    return BadLines(sum(look.n for look in looks), first[:most])


class BadFile(BadInput):
    """A file with bad lines; `bad` has the first ones, the message only the very first."""

    def __init__(self, path: Path, bad: BadLines) -> None:
        self.bad = bad
        first = bad.first[0]
        super().__init__(path, first.line, first.reason, code=first.code)


class Found:
    """Collects refusals: counts all and keeps the first ones."""

    def __init__(self, most: int = MOST) -> None:
        self.n = 0
        self.first: list[BadLine] = []
        self._most = most

    def take(self, error: BadInput) -> None:
        self.n += 1
        if self.n <= self._most:
            self.first.append(BadLine(error.line, error.reason, error.code))

    @property
    def bad(self) -> BadLines:
        return BadLines(self.n, self.first)


def refuse_at_once(error: BadInput) -> None:
    raise error


def readable(
    items: Iterable[Item], read: Callable[[Item], Record], refuse: Refuse
) -> Iterator[Record]:
    """Records that `read` makes of the items; errors of unreadable ones go to `refuse`.

    Raises:
        BadInput: an error without a line number, which concerns the whole file.
    """
    for item in items:
        try:
            record = read(item)
        except BadInput as error:
            if error.line is None:
                raise
            refuse(error)
        else:
            yield record


def all_or_listed(
    path: Path,
    records: Callable[[Refuse], Iterable[Record]],
    kind: str,
    skipped: Found | None = None,
) -> Iterator[Record]:
    """Yield the readable records of a file, then refuse the file if any were not.

    Args:
        path: the file.
        records: reads it and reports each skipped line to `Refuse`. It raises what it cannot skip,
            such as broken markup; that ends the list.
        kind: name of the records, for the error about an empty file.
        skipped: collects the bad lines of a file that is accepted without them.

    Raises:
        BadFile: after the last record, if there are bad lines and none may be skipped or nothing
            else is left.
        BadInput: "the file holds no <kind>", or what `records` raises without a line, or with one
            where bad lines are skipped.
    """
    found, is_empty = Found() if skipped is None else skipped, True
    try:
        for record in records(found.take):
            is_empty = False
            yield record
    except BadInput as error:
        if error.line is None and not found.n:
            raise
        if skipped is not None:
            raise
        found.take(error)
    if found.n and (skipped is None or is_empty):
        raise BadFile(path, found.bad)
    if is_empty:
        raise BadInput(path, None, f"the file holds no {kind}", code="no_records")


@contextmanager
def listing_bad_lines(find: Callable[[Path], BadLines | None]) -> Iterator[None]:
    """After one line of a file is refused, list all of its bad lines.

    `find` reads the file again; if it finds nothing, the error stays as it is.

    Raises:
        BadFile: instead of a `BadInput` with a line number.
    """
    try:
        yield
    except BadFile:
        raise
    except BadInput as error:
        bad = find(error.path) if error.line is not None else None
        if not bad or not bad.n:
            raise
        raise BadFile(error.path, bad) from error
