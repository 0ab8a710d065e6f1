from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from demo.paragraphs import ENOUGH_WORDS, FEW_WORDS, MANY_WORDS, count_words, cut_into_passages


def words(n: int, word: str = "word") -> str:
    return " ".join([word] * n)


EXAMPLE = ">>> 1 +\n... 1\n2"


@pytest.mark.parametrize(
    ("text", "passages"),
    [
        ("Spruces live for very\nlong.\n", ["Spruces live for very long."]),
        (EXAMPLE, [EXAMPLE]),
        ("   def spruce():\n   pass", ["def spruce():\npass"]),
        ("   One line of words\n   and the rest.", ["One line of words and the rest."]),
        ("* one\n* two", ["* one\n* two"]),
        ("*one* of four words\ntwo", ["*one* of four words two"]),
        ("Short.\n\nShort too.", ["Short.\n\nShort too."]),
    ],
)
def test_cut_into_passages_joins_prose_and_keeps_the_lines_of_the_rest(
    text: str, passages: list[str]
) -> None:
    assert cut_into_passages(text) == passages


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        (f"{words(ENOUGH_WORDS)}\n\n{words(ENOUGH_WORDS)}", [ENOUGH_WORDS] * 2),
        (f"{words(ENOUGH_WORDS)}:\n\n{words(FEW_WORDS)}", [ENOUGH_WORDS + FEW_WORDS]),
        (f"{words(ENOUGH_WORDS)}\n\n{words(FEW_WORDS - 1)}", [ENOUGH_WORDS + FEW_WORDS - 1]),
        (" ".join(["One two three four five."] * 60), [150, 150]),
    ],
    ids=["long ones", "an example and what announces it", "a short rest", "at sentences"],
)
def test_cut_into_passages_makes_them_long_enough(text: str, lengths: list[int]) -> None:
    assert [count_words(passage) for passage in cut_into_passages(text)] == lengths


@given(st.text(alphabet="ab.: \n>", max_size=400))
def test_cut_into_passages_loses_no_word(text: str) -> None:
    assert " ".join(cut_into_passages(text)).split() == text.split()


@given(st.lists(st.integers(1, 90), max_size=12))
def test_cut_into_passages_makes_none_too_long(lengths: list[int]) -> None:
    text = "\n\n".join(map(words, lengths))
    assert all(count_words(passage) <= MANY_WORDS for passage in cut_into_passages(text))
