from __future__ import annotations

import numpy as np
import pytest

from ranking.collections.word_lengths import MOST_BARS, bars_of, word_lengths


def test_lengths_are_of_words_with_a_letter_or_digit() -> None:
    found = word_lengths(["one", "one - two", "a b c d"])
    assert (found.n_counted, found.min, found.median, found.max) == (3, 1, 2.0, 4)
    assert found.mean == pytest.approx(7 / 3)
    assert found.bars == [(1, 1, 1), (2, 2, 1), (3, 3, 0), (4, 4, 1)]


def test_nothing_has_no_lengths() -> None:
    assert word_lengths([], is_sample=True) == (0, True, None, None, None, None, [])


def test_a_few_long_texts_share_the_last_bar() -> None:
    bars = bars_of(np.array([*range(40, 80)] * 10 + [9_000, 70_000]))
    assert bars[0] == (40, 41, 20)
    assert bars[-1] == (80, 70_000, 2)


def test_there_are_at_most_thirty_bars_and_each_number_is_in_one() -> None:
    rng = np.random.default_rng(3)
    for size in (1, 2, 50, 1_000):
        for spread in (1, 29, 30, 31, 100, 12_345):
            numbers = rng.integers(0, spread, size)
            bars = bars_of(numbers)
            assert len(bars) <= MOST_BARS
            for first, last, n in bars:
                assert n == ((numbers >= first) & (numbers <= last)).sum()
            assert sum(n for _, _, n in bars) == size
