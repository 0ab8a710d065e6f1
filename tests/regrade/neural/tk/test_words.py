from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.neural.tk.tk import words_of

# What Bling Fire 0.1.8 gives for these texts, lower-cased.
TEXTS = {
    "The dog's bed wasn't quick; café\u2019s": "the dog 's bed was n't quick ; café \u2019s",
    "I can't, won't, they'll we've you're": "i ca n't , wo n't , they 'll we 've you 're",
    "U.S.A. e.g. at 10:30 a.m. i.e no": "u.s.a. e.g. at 10 : 30 a.m. i.e no",
    "Dr. Smith, Inc. etc.": "dr . smith , inc . etc .",
    "$1,000,000.50 3.14 24.12.2020 1.2.3.4": "$ 1,000,000.50 3.14 24.12.2020 1 . 2 . 3 . 4",
    "the 3,000th of 21.5m, 1,2": "the 3,000th of 21.5m , 1 , 2",
    "running-shoes (approx.) and/or 50%": "running - shoes ( approx . ) and / or 50 %",
    "foo@bar.com end.Start a .NET": "foo @ bar . com end . start a .net",
    "cannot gonna C++ C# Q&A AT&T": "can not gonna c++ c# q&a at&t",
    "wait... what?! -- no \u2014 'x' \u201cy\u201d": (
        "wait . . . what ? ! - - no \u2014 ' x ' \u201c y \u201d"
    ),
    "don`t O'Brien l'eau d'Ivoire": "do n`t o' brien l' eau d' ivoire",
    "a\xa0b\tc\nd a\x07b a\xadb a\u200bb a\ufeffb": "a b c d a b a b a b a b",
    "São a\u0301b x² a_b \u65e5\u672c\u8a9e": "são a\u0301b x² a_b \u65e5\u672c\u8a9e",
    "": "",
    " \n ": "",
}


@pytest.mark.parametrize(("text", "words"), TEXTS.items())
def test_words_of_a_text_are_those_of_bling_fire(text: str, words: str) -> None:
    assert words_of(text, 200) == words.split()


def test_words_of_a_long_text_are_its_first() -> None:
    assert words_of("it is. " * 50_000, 4) == ["it", "is", ".", "it"]


@pytest.mark.parametrize(
    "text", ["1" + ",000" * 25_000 + ",1", "1.1" + "1" * 100_000 + ".1.1", "can" * 40_000 + "not"]
)
def test_words_of_one_endless_number_or_word_come_to_an_end(text: str) -> None:
    # A rule that tries every way to part such a text would never answer.
    assert "".join(words_of(text, 10**9)) == text


@given(st.text())
def test_words_of_any_text_hold_no_blank_and_are_not_empty(text: str) -> None:
    assert all(word and word.split() == [word] for word in words_of(text, 10**9))
