from __future__ import annotations

import string

import pytest

from regrade.text.characters import load_characters, lower_case
from regrade.text.word_rules import CharacterClass as C


@pytest.mark.parametrize(
    ("word", "lower"),
    [
        ("İSTANBUL", "istanbul"),
        ("ΟΔΟΣ", "οδοσ"),
        ("ẞ", "ß"),
        ("\U00010400", "\U00010428"),
        ("\u212a", "k"),
        ("ǅ", "ǆ"),
        ("Straße", "straße"),
    ],
)
def test_lower_case_maps_each_code_point_alone(word: str, lower: str) -> None:
    assert lower_case(word) == lower


@pytest.mark.parametrize(
    ("letter", "named"),
    [("A", C.LETTER), ("7", C.KEYCAP_DIGIT), ("\u05d0", C.HEBREW_LETTER), ("\u6f22", C.HAN)],
)
def test_load_characters_gives_the_class(letter: str, named: C) -> None:
    assert load_characters().classes[ord(letter)] == named


def test_load_characters_calls_ascii_blanks_blank() -> None:
    blank = load_characters().blank
    separators = "\x1c\x1d\x1e\x1f"
    assert {chr(p) for p in range(128) if blank[p]} == set(string.whitespace + separators)


@pytest.mark.parametrize("letter", ["\u00a0", "\u2007", "\u202f", "\x85", "\u200b"])
def test_load_characters_keeps_what_must_not_break_from_being_blank(letter: str) -> None:
    assert not load_characters().blank[ord(letter)]
