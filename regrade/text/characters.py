from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.text.word_rules import CharacterClass

N_CODE_POINTS = 0x110000
TABLE = Path(__file__).with_name("characters.txt")


class Characters(NamedTuple):
    """Properties of each code point; every array has shape (N_CODE_POINTS,)."""

    classes: NDArray[np.uint8]
    """`CharacterClass` of each, in Unicode 12.1."""
    lower: NDArray[np.int32]
    """Code point in lower case; one becomes one, whatever stands around it."""
    blank: NDArray[np.bool_]
    """Whether Java's Character.isWhitespace holds: no-break spaces and U+0085 are not blank."""


@cache
def load_characters() -> Characters:
    classes = np.zeros(N_CODE_POINTS, dtype=np.uint8)
    lower = np.arange(N_CODE_POINTS, dtype=np.int32)
    blank = np.zeros(N_CODE_POINTS, dtype=np.bool_)
    for line in TABLE.read_text(encoding="ascii").splitlines():
        match line.split():
            case ["class", first, name]:
                classes[int(first, 16) :] = CharacterClass[name]
            case ["lower", first, last, step, distance]:
                lower[int(first, 16) : int(last, 16) + 1 : int(step)] += int(distance)
            case ["blank", first, last]:
                blank[int(first, 16) : int(last, 16) + 1] = True
    return Characters(classes, lower, blank)


@cache
def lower_case_table() -> dict[int, int]:
    """Table for `str.translate`: lower case of each code point that changes."""
    lower = load_characters().lower
    changed = np.flatnonzero(lower != np.arange(N_CODE_POINTS))
    return dict(zip(changed.tolist(), lower[changed].tolist(), strict=True))


def lower_case(word: str) -> str:
    """Lower-case a word as Java does, code point by code point.

    Unlike `str.lower`, a sigma never becomes a final one, and an I with a dot loses the dot.
    """
    return word.lower() if word.isascii() else word.translate(lower_case_table())
