from __future__ import annotations

import unicodedata

import pytest

from regrade.text.visible import has_text

INVISIBLE = "\u200b\ufeff\u00ad\u2060\u200d\u061c\u3164\u2800\x07\x85\u2028 \t\n\ufe0f\U000e0041"


@pytest.mark.parametrize("text", ["", " \n", *INVISIBLE, INVISIBLE])
def test_invisible_characters_alone_are_no_text(text: str) -> None:
    assert not has_text(text)


@pytest.mark.parametrize(
    "letter", ["a", "!", "é", "漢", "\u0301", "\U0001f600", "\u0600", "\ufffd"]
)
def test_a_character_that_is_seen_is_a_text_among_those_that_are_not(letter: str) -> None:
    assert has_text(letter)
    assert has_text(INVISIBLE + letter + INVISIBLE)


def test_all_that_python_calls_blank_or_a_control_is_no_text() -> None:
    """Letters and marks that show nothing are in the list; all else Unicode has categories for."""
    blank = [chr(n) for n in range(0x110000) if unicodedata.category(chr(n)) in ("Cc", "Zs", "Zl")]
    assert not any(map(has_text, [*blank, *filter(str.isspace, map(chr, range(0x110000)))]))
