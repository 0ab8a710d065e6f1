"""The words of a text that a learner reads."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import category, normalize

from regrade.text.porter import stem

SHORTEST = 2
MOST_KEPT = 1 << 16  # stems
OF_A_WORD = ("L", "M")  # Unicode's letters, and the marks that are written with them
BLANK = ord(" ")


class _Letters(dict[int, int]):
    """Code points as they split words: letters stay, every other character becomes a blank."""

    def __missing__(self, point: int) -> int:
        self[point] = point if category(chr(point)).startswith(OF_A_WORD) else BLANK
        return self[point]


LETTERS = _Letters()


def split_words(text: str) -> list[str]:
    """Runs of letters in lower case, in order and repeated as they occur, one letter long or more.

    Letters are Unicode's, with the marks written with them; digits, hyphens and apostrophes
    separate words. So a language that is written without blanks has few words, each of them long.
    """
    if not text.isascii():
        text = normalize("NFC", text)
    return text.lower().translate(LETTERS).split()


def term_of(word: str) -> str | None:
    """Porter's stem of a word from `split_words`; None if word or stem is shorter than 2."""
    if len(word) < SHORTEST or not any(map(str.isalpha, word)):
        return None
    found = stem(word)
    return found if len(found) >= SHORTEST else None


_kept_term_of = lru_cache(MOST_KEPT)(term_of)


def terms_of(text: str) -> list[str]:
    """The terms of a text: stems of its words, in order and repeated as they occur.

    Source:
        The tokens of HiCAL: Abualsaud, Ghelani, Zhang, Smucker, Cormack and Grossman, A system for
        efficient high-recall retrieval, SIGIR 2018; there letters are those of English.
    """
    return [term for word in split_words(text) if (term := _kept_term_of(word)) is not None]
