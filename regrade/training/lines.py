"""Lines of a large file of text, read one by one in any order."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from regrade.files.errors import BadInput

BLOCK = 16 << 20
NEWLINE = 10
PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh")  # gzip, zstandard, bzip2


class Lines(Sequence[str]):
    """The lines of a UTF-8 file, by their places: 8 bytes a line are kept.

    Raises:
        BadInput: no such file, one that is packed, or one without a line.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = path.open("rb", buffering=0)
        except OSError as error:
            raise BadInput(path, None, f"{error.strerror}", code="file_unreadable") from error
        finalize(self, self._file.close)
        if self._file.read(4).startswith(PACKED):
            raise BadInput(
                path, None, "it is packed: unpack it, to be read in any order", code="file_packed"
            )
        self._ends = np.concatenate([[-1], *self._newlines()])
        if len(self) == 0:
            raise BadInput(path, None, "the file is empty", code="file_empty")

    def __len__(self) -> int:
        return self._ends.size - 1

    def __getitem__(self, line: int) -> str:  # type: ignore[override]
        """A line by its number, from 0.

        Raises:
            BadInput: it is not UTF-8.
        """
        first, end = int(self._ends[line]) + 1, int(self._ends[line + 1])
        found = os.pread(self._file.fileno(), end - first, first)
        try:
            return found.decode().removesuffix("\r")
        except UnicodeDecodeError as error:
            raise BadInput(self.path, line + 1, "it is not UTF-8", code="not_utf8") from error

    def _newlines(self) -> Iterator[NDArray[np.int64]]:
        """Places of line ends, block by block; the end of the file is one where a line is open."""
        size, at, last = os.fstat(self._file.fileno()).st_size, 0, b"\n"
        while at < size:
            block = os.pread(self._file.fileno(), BLOCK, at)
            yield np.flatnonzero(np.frombuffer(block, np.uint8) == NEWLINE) + at
            at, last = at + len(block), block[-1:]
        if last != b"\n":
            yield np.array([size])
