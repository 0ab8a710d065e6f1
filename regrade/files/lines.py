from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BufferedIOBase
from pathlib import Path
from typing import NamedTuple, TypeVar

from regrade.files.errors import BadInput
from regrade.files.streams import BLOCK_BYTES, DAMAGE, DAMAGE_REASON, Progress, open_stream
from regrade.text.visible import has_text

MAX_LINE_BYTES = 64 << 20
IN_PARTS = "send it in parts; records already stored are not stored twice"

Record = TypeVar("Record")


class Line(NamedTuple):
    """One line of a text file, without its line end; numbers count from 1."""

    number: int
    text: str


def read_lines(
    path: Path,
    progress: Progress | None = None,
    *,
    max_bytes: int | None = None,
    code_page: str | Callable[[bytes], str | None] | None = None,
) -> Iterator[Line]:
    r"""Yield the lines of a UTF-8 text file, blank ones included, gzipped or not.

    A byte order mark is read through and `\r\n` ends a line as `\n` does. In a file without any
    `\n` before its end a `\r` does, as on old Macs; nothing else does.

    Args:
        path: named in errors.
        progress: see `streams`.
        max_bytes: how much the file may hold, unpacked: a few bytes of gzip can hold terabytes.
        code_page: what lines are written in that are not UTF-8, such as "cp850"; or what decides
            on it by the first block of the file.

    Raises:
        BadInput: no such file, truncated or damaged gzip data (naming the last line that
            could be read), another kind of archive, bytes that are not UTF-8, a NUL character
            (PostgreSQL's text holds none), a line too long to be one, more than `max_bytes`, or
            no line with anything to read.
    """
    number, is_empty = 0, True
    for first_number, block in read_blocks(path, progress, max_bytes):
        if callable(code_page):
            code_page = code_page(block)
        text = _decode(path, first_number, block, code_page)
        is_empty = is_empty and not has_text(text)
        for number, line in enumerate(text.removesuffix("\n").split("\n"), start=first_number):
            yield Line(number, line.removesuffix("\r"))
    if is_empty:
        raise BadInput(path, None, "the file is empty", code="file_empty")


def refuse_many_lines(
    paths: Sequence[Path], most: int, *, max_bytes: int | None = None, mend: str = IN_PARTS
) -> None:
    """Look whether these files hold no more lines, before any of them is kept in memory.

    `mend` says what to do with a longer one.

    Raises:
        BadInput: more lines, all files together, or what `read_lines` refuses in their bytes.
    """
    n_lines = 0
    for path in paths:
        for _, block in read_blocks(path, None, max_bytes):
            n_lines += block.count(b"\n")
            if n_lines > most:
                raise BadInput(
                    path,
                    None,
                    f"that makes over {most:,} lines at once: {mend}",
                    code="too_many_lines",
                )


def at_least_one(records: Iterable[Record], path: Path, kind: str) -> Iterator[Record]:
    """Pass the records on, and refuse the file when there was none of them.

    Raises:
        BadInput: "the file holds no <kind>".
    """
    is_empty = True
    for record in records:
        is_empty = False
        yield record
    if is_empty:
        raise BadInput(path, None, f"the file holds no {kind}", code="no_records")


def read_blocks(
    path: Path, progress: Progress | None, max_bytes: int | None = None
) -> Iterator[tuple[int, bytes]]:
    """Yield blocks of whole lines, each with the number of its first line.

    Raises:
        BadInput: what `read_lines` refuses before it looks into a line.
    """
    number, rest, n_bytes = 1, bytearray(), 0
    with open_stream(path, progress) as stream:
        while block := _read_block(path, stream, number if rest else number - 1):
            n_bytes += len(block)
            if max_bytes is not None and n_bytes > max_bytes:
                raise BadInput(
                    path,
                    None,
                    f"unpacked, it holds over {max_bytes:,} bytes",
                    code="too_many_bytes",
                )
            rest += block
            if b"\n" in block and not (number == 1 and _is_of_old_mac(rest)):
                end = rest.rindex(b"\n") + 1
                whole = bytes(rest[:end])
                yield number, whole
                del rest[:end]
                number += whole.count(b"\n")
            if len(rest) > MAX_LINE_BYTES:
                raise BadInput(
                    path,
                    number,
                    f"the line is longer than {MAX_LINE_BYTES:,} bytes",
                    code="line_too_long",
                )
    if rest:
        if number == 1 and _is_of_old_mac(rest):
            rest = rest.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        yield number, bytes(rest)


def _is_of_old_mac(start: bytearray) -> bool:
    """Whether carriage returns end the lines of a file, as far as it was read."""
    content = start.rstrip(b"\r\n")
    return b"\r" in content and b"\n" not in content


def _read_block(path: Path, stream: BufferedIOBase, last_line: int) -> bytes:
    try:
        return stream.read1(BLOCK_BYTES)
    except DAMAGE as error:
        raise BadInput(path, last_line or None, DAMAGE_REASON, code="gzip_damaged") from error


def _decode(path: Path, first_number: int, block: bytes, code_page: str | None) -> str:
    if first_number == 1:
        block = block.removeprefix(codecs.BOM_UTF8)
    try:
        text = block.decode()
    except UnicodeDecodeError as error:
        if code_page is None:
            number = first_number + block.count(b"\n", 0, error.start)
            raise BadInput(path, number, "this is not UTF-8 text", code="not_utf8") from error
        text = "\n".join(_decode_line(line, code_page) for line in block.split(b"\n"))
    refuse_nul(path, first_number, text)
    return text


def refuse_nul(path: Path, first_number: int, text: str) -> None:
    """Refuse a NUL character, which PostgreSQL's text cannot hold.

    Raises:
        BadInput: there is one; `first_number` is that of the text's first line.
    """
    if (nul := text.find("\0")) >= 0:
        number = first_number + text.count("\n", 0, nul)
        raise BadInput(path, number, "there is a NUL character in the text", code="nul_character")


def _decode_line(line: bytes, code_page: str) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode(code_page)
