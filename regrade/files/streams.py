from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from regrade.files.errors import BadInput
from regrade.given import explained

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

GZIP_MAGIC = b"\x1f\x8b"
# How archives begin that are not read here; none of these is how a text begins.
OTHER_MAGIC = {
    b"PK\x03\x04": "a ZIP archive",
    b"PK\x05\x06": "an empty ZIP archive",
    b"\xfd7zXZ\x00": "packed by xz",
    b"\x28\xb5\x2f\xfd": "packed by Zstandard",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\x04\x22\x4d\x18": "packed by LZ4",
    b"\x1f\x9d": "packed by compress",
} | {b"BZh%d1AY&SY" % size: "packed by bzip2" for size in range(1, 10)}
PARQUET_MAGIC = b"PAR1"
PARQUET_REASON = (
    "this is Parquet; import_judgments, regrade derive and regrade agreement read it, as commands,"
    " from a file whose name ends in .parquet"
)
MAGIC_BYTES = max(map(len, OTHER_MAGIC))
BLOCK_BYTES = 1 << 20
# What reading a gzip file raises when it was cut short or damaged.
DAMAGE = (EOFError, zlib.error, gzip.BadGzipFile)
DAMAGE_REASON = "the gzip data are truncated or damaged"

# Called with the number of bytes that were read from the file, compressed as it lies there,
# since the last call: the `update` of a progress bar whose total is the file's size.
Progress = Callable[[int], object]


class CountedFile(io.RawIOBase):
    """A file that reports the bytes of each read to a progress hook."""

    def __init__(self, file: io.RawIOBase, progress: Progress | None) -> None:
        self._file = file
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
    """Open a file for reading bytes, unzipping it if it begins with gzip's magic number.

    Raises:
        BadInput: no such file, a folder, no permission to read it, or an archive of another kind.
    """
    with (
        open_file(path) as file,
        io.BufferedReader(CountedFile(file, progress), BLOCK_BYTES) as plain,
    ):
        _refuse_other_archives(path, plain.peek(MAGIC_BYTES)[:MAGIC_BYTES])
        if plain.peek(2)[:2] != GZIP_MAGIC:
            yield plain
        else:
            with gzip.GzipFile(fileobj=plain, mode="rb") as unpacked:
                yield unpacked


@explained
def open_file(path: Path) -> io.FileIO:
    """Open a file for reading its raw bytes.

    Raises:
        BadInput: no such file, a folder, or no permission to read it.
    """
    try:
        return path.open("rb", buffering=0)
    except OSError as error:
        reason, code = why_not_opened(path, error)
        raise BadInput(path, None, reason, code=code) from error


def _refuse_other_archives(path: Path, head: bytes) -> None:
    if head.startswith(PARQUET_MAGIC):
        raise BadInput(path, None, PARQUET_REASON, code="is_parquet")
    for magic, what in OTHER_MAGIC.items():
        if head.startswith(magic):
            raise BadInput(
                path,
                None,
                f"this is {what}; unpack it, or pack the file by gzip",
                code="other_archive",
            )


def why_not_opened(path: Path, error: OSError) -> tuple[str, str]:
    """Reason and code of a failed open."""
    if isinstance(error, FileNotFoundError):
        folder = path.absolute().parent
        return f"there is no such file; {path} was looked for in {folder}", "no_such_file"
    if isinstance(error, IsADirectoryError):
        return f"{path.absolute()} is a folder, not a file", "is_a_folder"
    return f"the file cannot be opened ({error.strerror})", "not_opened"
