from __future__ import annotations

from typing import Any

import pytest

from tests.regrade.variants.changed import changed


def test_remove_space_joins_two_words_of_a_sentence() -> None:
    found = {changed("a b \n c. d", kind="remove_space", amount="ones", seed=n) for n in range(40)}
    assert found == {"ab \n c. d", "a bc. d"}


def test_remove_space_with_probability_1_joins_each_sentence() -> None:
    assert changed(" a b  c . d e", kind="remove_space", amount=1) == " abc . de"


def test_remove_space_one_joins_in_each_sentence() -> None:
    assert changed("a b. c. d e.", kind="remove_space", amount="one") == "ab. c. de."


def test_remove_space_touches_a_long_word() -> None:
    settings: dict[str, Any] = {"kind": "remove_space", "words": "long"}
    found = {changed("a bc horse de f", amount="ones", seed=n, **settings) for n in range(40)}
    assert found == {"a bchorse de f", "a bc horsede f"}
    assert changed("a bc horse", amount=1, **settings) == "a bchorse"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("The cat of the house", "cat house"),
        ("THE  cat", "cat"),
        ("cat of the", "cat"),
        ("cat of the. Dog", "cat. Dog"),
        ("the", ""),
        ("of the", ""),
        ("is it? the, (the)", "it? the, (the)"),
        ("they\u2019re It\u2019s cat", "they\u2019re cat"),
        ("cat\nof\nhouse", "cat\nhouse"),
        ("cat \U0001f600 the", "cat \U0001f600"),
        ("", ""),
    ],
)
def test_remove_stop_words_takes_the_white_space_along(text: str, left: str) -> None:
    assert changed(text, kind="remove_stop_words", amount=1) == left


def test_remove_stop_words_one_takes_one_of_each_sentence() -> None:
    text = "the cat. of a. dog"
    found = {changed(text, kind="remove_stop_words", amount="one", seed=n) for n in range(30)}
    assert found == {"cat. a. dog", "cat. of. dog"}


def test_remove_stop_words_of_long_words_leaves_short_ones() -> None:
    text = "what is the matter"
    assert changed(text, kind="remove_stop_words", amount=1, words="long") == "is the matter"


@pytest.mark.parametrize(
    ("text", "lower"),
    [
        ("The USA.", "the usa."),
        ("\u0130\u03a3", "i\u03c3"),
        ("\U0001f600 \u05e9", "\U0001f600 \u05e9"),
        ("", ""),
    ],
)
def test_lower_case_goes_letter_by_letter(text: str, lower: str) -> None:
    assert changed(text, kind="lower_case") == lower


def test_lower_case_one_takes_a_word_with_capitals() -> None:
    text = "the Cat saw me. Dog"
    assert changed(text, kind="lower_case", amount="one") == "the cat saw me. dog"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Well-known, isn't it? (3.5 of 1,000!)", "Well known isnt it 3.5 of 1,000"),
        ("and/or - so", "and or  so"),
        (
            "\u0645\u0631\u062d\u0628\u0627\u060c \u6f22\u5b57\u3002",
            "\u0645\u0631\u062d\u0628\u0627 \u6f22\u5b57",
        ),
        ("\U0001f600 $5 + a", "\U0001f600 $5 + a"),
        ("...", ""),
        ("", ""),
    ],
)
def test_remove_punctuation_keeps_words_apart_and_numbers_whole(text: str, left: str) -> None:
    assert changed(text, kind="remove_punctuation") == left
