"""How long a text is in words."""

from __future__ import annotations

import re

# From a letter or digit to the next blank: one match a word, whatever stands before it.
_WORD = re.compile(r"[^\W_]\S*")


def count_words(text: str) -> int:
    """The words of a text: what stands between blanks and holds a letter or a digit.

    Repeated words and stop words count, a dash between blanks does not; `state-of-the-art` is one
    word. A language that is written without blanks has few words by this count.
    """
    return len(_WORD.findall(text))
