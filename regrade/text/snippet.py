"""The part of a text that shows why a search found it."""

from __future__ import annotations

import re
from collections.abc import Sequence

BEFORE = 60  # characters ahead of the first word found


def snippet(text: str, words: Sequence[str], *, length: int = 280) -> str:
    """Part of a text with as many of the words as fit, the earliest of equals.

    A word is found where a word of the text begins with it, in upper or lower case. Cut ends are
    at blanks where there are any, with an ellipsis.

    Args:
        length: code points, without the ellipses; at least 1.

    Returns:
        The beginning of the text where no word is found.
    """
    start = _start(text, words, length)
    start = _next_word(text, start) if start else 0
    end = min(len(text), start + length)
    if end < len(text):
        end = text.rfind(" ", start + 1, end + 1) if " " in text[start + 1 : end + 1] else end
    before, after = "… " if start else "", " …" if end < len(text) else ""
    return f"{before}{text[start:end].strip()}{after}"


def _start(text: str, words: Sequence[str], length: int) -> int:
    found = [(match.start(), match[0].lower()) for match in _pattern(words).finditer(text)]
    best, most = 0, 0
    for place, (at, _) in enumerate(found):
        limit = at + length - BEFORE
        n = len({word for there, word in found[place : place + length] if there < limit})
        if n > most:
            best, most = max(0, at - BEFORE), n
    return best if most else 0


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    known = "|".join(map(re.escape, sorted(filter(None, words), key=len, reverse=True)))
    return re.compile(rf"\b(?:{known})" if known else r"(?!)", re.IGNORECASE)


def _next_word(text: str, start: int) -> int:
    blank = text.find(" ", start, start + BEFORE)
    return start if blank < 0 else blank + 1
