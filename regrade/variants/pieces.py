"""A variant as pieces of its text, from which both the new text and its offsets follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

Piece: TypeAlias = tuple[int, int, str | None]
"""[start, end) of the text, copied where there is None, else written as these characters.

Where start and end are equal, the characters are new and stand for nothing of the text.
"""
Edit: TypeAlias = tuple[int, int, tuple[Piece, ...]]
"""[start, end) of the text, and the pieces in its place; none remove it.

The edits of a text are in order and do not overlap. Pieces may lie anywhere in the text.
"""


def pieces_of(edits: Iterable[Edit], n_characters: int) -> Iterator[Piece]:
    """All pieces of the variant in order: the edits', and copies of what lies between them."""
    at = 0
    for start, end, pieces in edits:
        if at < start:
            yield at, start, None
        yield from pieces
        at = end
    if at < n_characters:
        yield at, n_characters, None


def written(text: str, edits: Iterable[Edit]) -> str:
    """The variant's text."""
    pieces = pieces_of(edits, len(text))
    return "".join([text[start:end] if new is None else new for start, end, new in pieces])


def replacing(start: int, end: int, new: str) -> Edit:
    """The edit that writes new characters for [start, end)."""
    return start, end, ((start, end, new),)
