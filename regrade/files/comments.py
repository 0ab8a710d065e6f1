"""Comments above the first line of a run, where files keep metadata."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from regrade.files.identifiers import COMMENT
from regrade.files.lines import Line

# All that is kept of them, in characters; the rest is passed over.
MAX_COMMENTS = 1 << 16


class Comments:
    """The first comments of a file, up to the line that exceeds `MAX_COMMENTS`."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._room = MAX_COMMENTS

    def take(self, line: Line) -> None:
        if self._room >= 0:
            self.lines.append(line._replace(text=line.text[: MAX_COMMENTS + 1]))
            self._room -= len(line.text) + 1


def split_comments(blocks: Iterator[bytes]) -> tuple[list[Line], bytes]:
    """The comments that blocks of lines begin with, and the rest of the block that ends them.

    Raises:
        ValueError: a comment is not UTF-8, or contains a NUL character.
    """
    comments, mark = Comments(), COMMENT.encode()
    number, start = 1, 0
    block = next(blocks, b"").removeprefix(codecs.BOM_UTF8)
    while block.startswith(mark, start):
        end = block.find(b"\n", start)
        end = len(block) if end < 0 else end
        comments.take(Line(number, _decoded(block[start:end])))
        number, start = number + 1, end + 1
        if start >= len(block):
            block, start = next(blocks, b""), 0
    return comments.lines, block[start:]


def _decoded(comment: bytes) -> str:
    if b"\0" in comment:
        raise ValueError("a NUL character")
    return comment.decode().removesuffix("\r")
