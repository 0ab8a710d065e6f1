from __future__ import annotations

import pytest

from regrade.text.word_counts import count_words


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("", 0),
        (" - ... \u2014 _ ", 0),
        ("what is a cat?", 4),
        ("the the the", 3),
        ("state-of-the-art, (really) \u2014 so\u00a0it is", 5),
        ("3.5 % of C++\nand \u00e9t\u00e9", 5),
    ],
)
def test_words_stand_between_blanks_and_have_a_letter_or_digit(text: str, n: int) -> None:
    assert count_words(text) == n
