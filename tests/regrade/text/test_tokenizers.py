from __future__ import annotations

import pytest

from regrade.text.tokenizers import LONGEST, TokenizerName, pair_surrogates, tokens

ASTRAL = "\U00010428"
LONG = "a" * (LONGEST - 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("foo@bar.com, e-mail", ["foo", "bar.com", "e", "mail"]),
        ("1,000.5 3.14. 1,,2", ["1,000.5", "3.14", "1", "2"]),
        ("a_b __ _1", ["a_b", "_1"]),
        ("x's' 's", ["x's", "s"]),
        ("漢字かなカナ", ["漢", "字", "か", "な", "カナ"]),
        ("สวัสดี ครับ", ["สวัสดี", "ครับ"]),
        ("한국어", ["한국어"]),
        ('צה"ל \u05d2\u05f3 "א', ['צה"ל', "\u05d2\u05f3", "א"]),
        ("e\u0301te\u0301", ["e\u0301te\u0301"]),
        ("\U0001f44d\U0001f3fd\U0001f44d", ["\U0001f44d\U0001f3fd", "\U0001f44d"]),
        ("\U0001f1e9\U0001f1ea\U0001f1eb", ["\U0001f1e9\U0001f1ea"]),
        ("1\ufe0f\u20e3 #\u20e3 #", ["1\ufe0f\u20e3", "#\u20e3"]),
        ("a\r\nb\u2028c\x00d", ["a", "b", "c", "d"]),
        ("", []),
    ],
)
def test_tokens_of_the_standard_tokenizer(text: str, expected: list[str]) -> None:
    assert list(tokens(text, "standard")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" It's\ta  U.S.A.\r\n", ["It's", "a", "U.S.A."]),
        ("a\u00a0b\u3000c\x00d", ["a\u00a0b", "c\x00d"]),
    ],
)
def test_tokens_between_blanks_stay_as_they_are(text: str, expected: list[str]) -> None:
    assert list(tokens(text, "whitespace")) == expected


@pytest.mark.parametrize(
    ("tokenizer", "text", "expected"),
    [
        ("standard", "a" * (2 * LONGEST + 1), ["a" * LONGEST, "a" * LONGEST, "a"]),
        ("standard", LONG + ASTRAL, [LONG, ASTRAL]),  # no half of a surrogate pair
        ("whitespace", LONG + ASTRAL + "b", [LONG + ASTRAL, "b"]),  # overrun by one
        ("standard", LONG + ".b", [LONG, "b"]),  # what was read ahead is given back
    ],
)
def test_tokens_are_cut_at_the_longest(
    tokenizer: TokenizerName, text: str, expected: list[str]
) -> None:
    assert list(tokens(text, tokenizer)) == expected


def test_pair_surrogates_joins_pairs_and_replaces_the_rest() -> None:
    assert pair_surrogates("\ud83d\ude00 \ud83d \ude00") == "\U0001f600 \ufffd \ufffd"
