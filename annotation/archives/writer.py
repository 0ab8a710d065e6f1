"""Members of an archive that is written: streamed, hashed and measured."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import BufferedIOBase, TextIOWrapper
from typing import IO, Any, BinaryIO, TextIO, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from annotation.archives.layout import Member

NO_TIME = (1980, 1, 1, 0, 0, 0)


class Measured(BufferedIOBase):
    """Passes bytes on, and knows their number and hash."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream, self._hash, self._n = stream, sha256(), 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        self._hash.update(data)
        self._n += len(data)
        return self._stream.write(data)

    @property
    def measure(self) -> Member:
        return Member(self._hash.hexdigest(), self._n)


class ArchiveWriter:
    def __init__(self, archive: ZipFile) -> None:
        self.members = dict[str, Member]()
        self._archive = archive

    @contextmanager
    def bytes_of(self, name: str) -> Iterator[IO[bytes]]:
        info = ZipInfo(name, NO_TIME)
        info.compress_type, info.external_attr = ZIP_DEFLATED, 0o600 << 16
        with self._archive.open(info, "w", force_zip64=True) as member:
            measured = Measured(member)
            yield cast("IO[bytes]", measured)
            measured.flush()
        self.members[name] = measured.measure

    @contextmanager
    def text_of(self, name: str) -> Iterator[TextIO]:
        with self.bytes_of(name) as stream:
            text = TextIOWrapper(cast("BinaryIO", stream), encoding="utf-8", newline="\n")
            yield text
            text.flush()
            text.detach()

    def write_lines(self, name: str, rows: Iterable[object]) -> int:
        """One JSON value a line; returns how many."""
        n = 0
        with self.text_of(name) as stream:
            for row in rows:
                stream.write(f"{as_json(row)}\n")
                n += 1
        return n

    def write_text(self, name: str, text: str) -> None:
        with self.text_of(name) as stream:
            stream.write(text)


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
