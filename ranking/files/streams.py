from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ranking.files.errors import BadInput

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

GZIP_MAGIC = b"\x1f\x8b"
BLOCK_BYTES = 1 << 20
# What reading a gzip file raises when it was cut short or damaged.
DAMAGE = (EOFError, zlib.error, gzip.BadGzipFile)
DAMAGE_REASON = "the gzip data are truncated or damaged"

# Called with the number of bytes that were read from the file, compressed as it lies there,
# since the last call: the `update` of a progress bar whose total is the file's size.
Progress = Callable[[int], object]


class CountedFile(io.RawIOBase):
    """A file that tells a progress hook how many bytes each read took."""

    def __init__(self, path: Path, progress: Progress | None) -> None:
        self._file = path.open("rb", buffering=0)
        self._progress = progress

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int | None:
        n_bytes = self._file.readinto(buffer)
        if self._progress is not None and n_bytes:
            self._progress(n_bytes)
        return n_bytes

    def close(self) -> None:
        self._file.close()
        super().close()


@contextmanager
def open_stream(path: Path, progress: Progress | None = None) -> Iterator[io.BufferedIOBase]:
    """Open a file for reading bytes, through gzip when its first two bytes say so.

    Raises:
        BadInput: no such file, a folder, or no permission to read it.
    """
    try:
        counted = CountedFile(path, progress)
    except OSError as error:
        raise BadInput(path, None, _why_not_opened(error)) from error
    with io.BufferedReader(counted, BLOCK_BYTES) as plain:
        if plain.peek(2)[:2] != GZIP_MAGIC:
            yield plain
        else:
            with gzip.GzipFile(fileobj=plain, mode="rb") as unpacked:
                yield unpacked


def _why_not_opened(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, IsADirectoryError):
        return "this is a folder, not a file"
    return f"the file cannot be opened ({error.strerror})"
