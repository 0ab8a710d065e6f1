from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.variants import Window, windows


def test_windows_overlap_by_what_the_stride_leaves() -> None:
    found = list(windows(" a b  c d e\n", 3, 2))
    assert found == [Window(1, 1, 7, "a b  c"), Window(2, 6, 11, "c d e")]


def test_windows_end_with_the_first_that_reaches_the_end() -> None:
    assert [piece.text for piece in windows("a b c d", 2, 1)] == ["a b", "b c", "c d"]
    assert [piece.text for piece in windows("a b c", 2, 2)] == ["a b", "c"]


@pytest.mark.parametrize(("text", "n"), [("", 0), (" \n", 0), ("one", 1), ("\U0001f600", 1)])
def test_windows_of_a_short_text(text: str, n: int) -> None:
    assert len(list(windows(text, 3, 1))) == n


@given(st.lists(st.sampled_from(["a", "b.", "\u05e9"]), max_size=30), st.integers(1, 9), st.data())
def test_windows_hold_every_word(words: list[str], n_words: int, data: st.DataObject) -> None:
    stride = data.draw(st.integers(1, n_words))
    text = "  ".join(words)
    found = list(windows(text, n_words, stride))
    assert all(text[piece.start : piece.end] == piece.text for piece in found)
    assert [piece.position for piece in found] == list(range(1, len(found) + 1))
    heads = [word for piece in found[:-1] for word in piece.text.split()[:stride]]
    assert heads + [word for piece in found[-1:] for word in piece.text.split()] == words


@pytest.mark.parametrize(
    ("n_words", "stride", "said"),
    [(0, 1, "1 word or more, not 0"), (3, 0, "1 to 3 words apart, not 0"), (3, 4, "not 4: others")],
)
def test_windows_refuse_numbers_out_of_range(n_words: int, stride: int, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        windows("a", n_words, stride)


def test_windows_of_a_long_text_are_made_one_by_one() -> None:
    found = windows("word " * 100_000, 100, 50)
    assert next(found).text == ("word " * 100).strip()
    assert sum(1 for _ in found) == 1_998
