from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_WORD = re.compile(r"\S+")


class Window(NamedTuple):
    """A piece of a text, for a collection of pieces that is derived from another."""

    position: int
    """1-based, in the order of the text."""
    start: int
    """In code points of the text; the piece is text[start:end]."""
    end: int
    text: str


def windows(text: str, n_words: int, stride: int) -> Iterator[Window]:
    """Pieces of a text, each of so many words, each beginning `stride` words after the last.

    Words are what white space separates. The last window is the first that reaches the text's end,
    and may be shorter; every word is in a window.

    Args:
        text: what is cut; one without words has no window.
        n_words: words in a window, from 1 on.
        stride: words from one beginning to the next, from 1 to `n_words`; as many as `n_words` for
            windows that do not overlap.

    Raises:
        ValueError: a number out of range.
    """
    if n_words < 1:
        raise ValueError(f"a window has 1 word or more, not {n_words}")
    if not 1 <= stride <= n_words:
        raise ValueError(
            f"windows of {n_words} words begin 1 to {n_words} words apart, not {stride}: others"
            " would leave words out"
        )
    return _windows(text, n_words, stride)


def _windows(text: str, n_words: int, stride: int) -> Iterator[Window]:
    words = [match.span() for match in _WORD.finditer(text)]
    for position, first in enumerate(range(0, len(words), stride), start=1):
        last = min(first + n_words, len(words)) - 1
        start, end = words[first][0], words[last][1]
        yield Window(position, start, end, text[start:end])
        if last == len(words) - 1:
            return
