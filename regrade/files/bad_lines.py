"""What is wrong with the lines of a file, listed for the person who gave it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from regrade.files.errors import BadInput

MOST = 20  # lines that are listed

Item = TypeVar("Item")
Record = TypeVar("Record")
Refuse = Callable[[BadInput], object]  # is told of a line that cannot be taken in


class BadLine(NamedTuple):
    """A line that cannot be read, and why: a sentence and its stable code. Lines count from 1."""

    line: int | None
    reason: str
    code: str

    def __str__(self) -> str:
        return self.reason if self.line is None else f"line {self.line}: {self.reason}"


class BadLines(NamedTuple):
    """How many lines of a file are bad, and the first of them."""

    n: int
    first: list[BadLine]


def joined(several: Iterable[BadLines], most: int = MOST) -> BadLines:
    """Bad lines of one file that were found in several looks at it, each line in one of them."""
    looks = list(several)
    first = sorted((bad for look in looks for bad in look.first), key=lambda bad: bad.line or 0)
    return BadLines(sum(look.n for look in looks), first[:most])


class BadFile(BadInput):
    """A file with bad lines, of which `bad` has the first; as a sentence it is the first alone."""

    def __init__(self, path: Path, bad: BadLines) -> None:
        self.bad = bad
        first = bad.first[0]
        super().__init__(path, first.line, first.reason, code=first.code)


class Found:
    """Counts what is refused, and keeps the first of it."""

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
    """What `read` makes of each item; `refuse` gets the errors of those that it cannot take.

    Raises:
        BadInput: one that names no line: it is of the file as a whole.
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
    """Pass on what can be read of a file, and then refuse it if anything could not.

    Args:
        path: the file.
        records: reads it, and tells `Refuse` of each line that it passes over. What nobody can
            read past, such as broken markup, it raises: that is the last line of the list.
        kind: what the records are, for a file that holds none.
        skipped: collects the bad lines of a file that is taken without them.

    Raises:
        BadFile: there are bad lines, and none may be skipped or nothing is left without them; once
            the last record was passed on.
        BadInput: "the file holds no <kind>", or what `records` raises of no line, or of any where
            bad lines are skipped.
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
    """Look through a file of which one line was refused, for all that is wrong in it.

    `find` reads the file a second time; None or no line leaves the error as it is.

    Raises:
        BadFile: in place of a `BadInput` that names a line.
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
