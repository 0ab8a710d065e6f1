from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from regrade.variants.characters import ROWS, Layout, keys_beside
from tests.regrade.variants.changed import changed


def swapped(text: str, **settings: Any) -> str:
    return changed(text, kind="swap_characters", **{"amount": 1.0, **settings})


def typed(text: str, **settings: Any) -> str:
    return changed(text, kind="keyboard_typo", **{"amount": 1.0, **settings})


def test_swap_characters_swaps_two_neighbours() -> None:
    found = {swapped("abc", seed=seed) for seed in range(40)}
    assert found == {"bac", "acb"}


def test_swap_characters_swaps_only_letters_that_differ() -> None:
    assert {swapped("(aab)-c", seed=seed) for seed in range(20)} == {"(aba)-c"}


@pytest.mark.parametrize("text", ["a bb . -- 1", "\U0001f600\U0001f601", "a\u0301e\u0300", ""])
def test_swap_characters_leaves_a_word_without_such_a_pair(text: str) -> None:
    assert swapped(text) == text


def test_swap_characters_reads_from_right_to_left_too() -> None:
    assert Counter(swapped("\u05e9\u05dc")) == Counter("\u05e9\u05dc")
    assert swapped("\u05e9\u05dc") == "\u05dc\u05e9"


def test_swap_characters_one_changes_one_word_of_each_sentence() -> None:
    text = "ab cd ef. gh ij. k"
    new = swapped(text, amount="one")
    halves = [
        zip(a.split(), b.split(), strict=True)
        for a, b in zip(text.split("."), new.split("."), strict=True)
    ]
    assert [sum(a != b for a, b in half) for half in halves] == [1, 1, 0]


def test_swap_characters_ones_changes_one_word_of_the_text() -> None:
    text = "ab cd ef. gh ij. k"
    for seed in range(20):
        new = swapped(text, amount="ones", seed=seed)
        assert sum(a != b for a, b in zip(text.split(), new.split(), strict=True)) == 1


def test_swap_characters_of_long_words_leaves_short_ones() -> None:
    assert swapped("ab abc abcd", words="long").startswith("ab abc ")
    assert swapped("ab abc abcd", words="long") != "ab abc abcd"


def test_keyboard_typo_takes_a_key_beside() -> None:
    assert {typed("g", seed=seed) for seed in range(99)} == set("fhtyvb")
    assert {typed("Q!", seed=seed) for seed in range(40)} == {"W!", "A!"}


def test_keyboard_typo_knows_layouts() -> None:
    assert {typed("y", layout="qwertz", seed=seed) for seed in range(40)} == set("asx")
    assert {typed("a", layout="azerty", seed=seed) for seed in range(40)} == set("zq")


@pytest.mark.parametrize("text", ["", "1 2 ,", "\U0001f600", "\u05e9\u05dc\u05d5\u05dd", "\u00e9"])
def test_keyboard_typo_leaves_what_the_layout_lacks(text: str) -> None:
    assert typed(text) == text


@pytest.mark.parametrize("layout", ROWS)
def test_keys_are_beside_each_other(layout: Layout) -> None:
    beside = keys_beside(layout)
    assert all(key in beside[other] and key != other for key in beside for other in beside[key])
    assert {key for key in beside if key.islower()} == set("".join(ROWS[layout]))
