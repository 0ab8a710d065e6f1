"""Typing errors: neighbouring characters swapped, and a key beside the right one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import ClassVar, Literal, get_args

from regrade.text.spans import Span
from regrade.variants.step import Edit, WordStep, check_choice, replacing
from regrade.variants.words import choose, groups_of, place

Layout = Literal["qwerty", "qwertz", "azerty"]
# The rows of letters from the top; each lies half a key further right than the one above.
ROWS: dict[str, tuple[str, str, str]] = {
    "qwerty": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "qwertz": ("qwertzuiopü", "asdfghjklöä", "yxcvbnm"),
    "azerty": ("azertyuiop", "qsdfghjklm", "wxcvbn"),
}


@dataclass(frozen=True)
class SwapCharacters(WordStep):
    """In each chosen word, two neighbouring characters change places.

    They are letters or digits that differ; every such pair of the word is as likely. A word without
    such a pair, as "a" or an emoji, is never changed.

    Source:
        NeighCharSwap of Hughes, Lim, Minn and Shi, BERT-based passage retrieval and ranking on
        texts with typos.
    """

    kind: ClassVar[str] = "swap_characters"

    def edits(self, text: str, rng: Random) -> Sequence[Edit]:
        found: dict[Span, list[int]] = {}

        def has_pair(word: Span) -> bool:
            found[word] = _pairs(text, word)
            return bool(found[word])

        groups = groups_of(text, self.amount, self.words)
        edits: list[Edit] = []
        for word in choose(groups, self.amount, rng, has_pair):
            pairs = found[word]
            at = pairs[place(rng, len(pairs))]
            edits.append((at, at + 2, ((at + 1, at + 2, None), (at, at + 1, None))))
        return edits


def _pairs(text: str, word: Span) -> list[int]:
    """Where two letters or digits that differ stand side by side."""
    start, end = word
    pairs = [at for at in range(start, end - 1) if text[at] != text[at + 1]]
    if text[start:end].isalnum():  # as most words are
        return pairs
    return [at for at in pairs if text[at].isalnum() and text[at + 1].isalnum()]


@dataclass(frozen=True)
class KeyboardTypo(WordStep):
    """In each chosen word, one letter becomes a letter beside it on the keyboard.

    Every letter of the word that the layout has is as likely, and so is every letter beside it: at
    most two in its own row and two in each row next to it. Capitals stay capitals. A word without a
    letter of the layout is never changed.
    """

    kind: ClassVar[str] = "keyboard_typo"
    layout: Layout = "qwerty"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice(self, "layout", self.layout, get_args(Layout))

    def edits(self, text: str, rng: Random) -> Sequence[Edit]:
        beside = keys_beside(self.layout)
        found: dict[Span, list[int]] = {}

        def has_key(word: Span) -> bool:
            found[word] = [at for at in range(*word) if text[at] in beside]
            return bool(found[word])

        groups = groups_of(text, self.amount, self.words)
        edits: list[Edit] = []
        for word in choose(groups, self.amount, rng, has_key):
            keys = found[word]
            at = keys[place(rng, len(keys))]
            near = beside[text[at]]
            edits.append(replacing(at, at + 1, near[place(rng, len(near))]))
        return edits


@cache
def keys_beside(layout: Layout) -> dict[str, str]:
    """The letters beside each letter, small and capital."""
    rows = ROWS[layout]
    keys = {(row, at): key for row, keys in enumerate(rows) for at, key in enumerate(keys)}
    beside: dict[str, str] = {}
    for (row, at), key in keys.items():
        near = [(row, at - 1), (row, at + 1), (row - 1, at), (row - 1, at + 1)]
        near += [(row + 1, at - 1), (row + 1, at)]
        letters = "".join(keys[place] for place in near if place in keys)
        beside |= {key: letters, key.upper(): letters.upper()}
    return beside
