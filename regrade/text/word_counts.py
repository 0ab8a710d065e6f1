"""How long a text is in words."""

from __future__ import annotations


def count_words(text: str) -> int:
    """The words of a text: what stands between blanks and holds a letter or a digit.

    Repeated words and stop words count, a dash between blanks does not; `state-of-the-art` is one
    word. A language that is written without blanks has few words by this count.
    """
    parts = text.split()
    # Few parts begin with another character; only these are looked at one by one.
    begun_otherwise = [part for part in parts if not part[0].isalnum()]
    return len(parts) - sum(not any(map(str.isalnum, part)) for part in begun_otherwise)
