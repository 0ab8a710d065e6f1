from __future__ import annotations

import pytest

from regrade.text.tokenizers import LONGEST, pair_surrogates, tokens

ASTRAL = "\U00010428"


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


def test_tokens_longer_than_the_longest_are_cut() -> None:
    found = list(tokens("a" * (2 * LONGEST + 1), "standard"))
    assert [len(each) for each in found] == [LONGEST, LONGEST, 1]


def test_tokens_of_the_standard_tokenizer_do_not_split_a_surrogate_pair() -> None:
    found = list(tokens("a" * (LONGEST - 1) + ASTRAL, "standard"))
    assert found == ["a" * (LONGEST - 1), ASTRAL]


def test_tokens_between_blanks_overrun_by_half_a_surrogate_pair() -> None:
    text = "a" * (LONGEST - 1) + ASTRAL
    assert list(tokens(text + "b", "whitespace")) == [text, "b"]


def test_tokens_give_back_what_was_read_ahead_at_the_cut() -> None:
    found = list(tokens("a" * (LONGEST - 1) + ".b", "standard"))
    assert found == ["a" * (LONGEST - 1), "b"]


def test_pair_surrogates_joins_pairs_and_replaces_the_rest() -> None:
    assert pair_surrogates("\ud83d\ude00 \ud83d \ude00") == "\U0001f600 \ufffd \ufffd"
