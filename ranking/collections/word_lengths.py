"""How long texts are in words: in short, and as the bars of a histogram."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.text.word_counts import count_words

MOST_BARS = 30
MOST_OF_ALL = 99  # percent of the texts; a few very long ones would make one bar of all others


class Bar(NamedTuple):
    """How many texts have from `first` to `last` words."""

    first: int
    last: int
    n: int


class WordLengths(NamedTuple):
    """Words of some texts; without any text there is neither number nor bar.

    With `is_sample` the texts are drawn, not all. Bars are of equal width but for the last, which
    takes the longest texts, at most one in a hundred, where they lie far from the others.
    """

    n_counted: int
    is_sample: bool
    min: int | None
    median: float | None
    mean: float | None
    max: int | None
    bars: list[Bar]


def word_lengths(texts: Iterable[str], *, is_sample: bool = False) -> WordLengths:
    """Count the words of each text, as `count_words` does."""
    n_words = np.fromiter(map(count_words, texts), dtype=np.int64)
    if not n_words.size:
        return WordLengths(0, is_sample, None, None, None, None, [])
    return WordLengths(
        n_words.size,
        is_sample,
        int(n_words.min()),
        float(np.median(n_words)),
        float(n_words.mean()),
        int(n_words.max()),
        bars_of(n_words),
    )


def bars_of(numbers: NDArray[np.int64]) -> list[Bar]:
    """A histogram of at most 30 bars.

    The width is the least of 1, 2, 5, 10, 20, 50, ... that has room for 99% of the numbers.

    Args:
        numbers: shape (n,), from 0 on; n is at least 1.
    """
    least, most = int(numbers.min()), int(numbers.max())
    usual = int(np.percentile(numbers, MOST_OF_ALL, method="lower"))
    width = _width(least, usual, MOST_BARS - 1)
    first = least // width
    n_bars = most // width - first + 1
    has_rest = n_bars > MOST_BARS
    n_bars = usual // width - first + 2 if has_rest else n_bars
    counts = np.bincount(np.minimum(numbers // width - first, n_bars - 1), minlength=n_bars)
    starts = [(first + bar) * width for bar in range(n_bars)]
    lasts = [start + width - 1 for start in starts]
    if has_rest:
        lasts[-1] = most
    return [Bar(*bar) for bar in zip(starts, lasts, counts.tolist(), strict=True)]


def _width(least: int, most: int, n_bars: int) -> int:
    power = 1
    while True:
        for width in (power, 2 * power, 5 * power):
            if most // width - least // width < n_bars:
                return width
        power *= 10
