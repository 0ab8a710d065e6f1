"""How long the passages of a campaign are, relevant ones beside others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from annotation.figures.figure import Cell, Column, Figure
from annotation.figures.histograms import RANGE, histogram
from annotation.figures.sources import Ground
from regrade.votes.packed import Places

BEYOND_ORDINALS = 2**32


class Lengths(NamedTuple):
    """Words of the passages of some pairs."""

    name: str
    labels: str | None
    n_words: Places


def passage_lengths(ground: Ground) -> Figure:
    groups = list(_groups(ground))
    return Figure(
        "passage-lengths",
        "Pairs by length of the passage",
        "words of the passage",
        "pairs",
        [*RANGE, *(Column(group.name, "counts", group.labels) for group in groups)],
        histogram([group.n_words for group in groups]),
    )


def passage_length_means(ground: Ground) -> Figure:
    return Figure(
        "passage-length-means",
        "Length of passages in short",
        "pairs",
        "words of the passage",
        [
            Column("pairs", "names"),
            Column("n", "beside"),
            *(Column(name, "counts") for name in ("least", "median", "mean", "most")),
        ],
        [[group.name, *_in_short(group.n_words)] for group in _groups(ground)],
    )


def _groups(ground: Ground) -> Iterator[Lengths]:
    """All pairs with a text, and those that each label set calls relevant and not relevant.

    A label counts for the pair of the campaign; one of a pair outside it is left aside.
    """
    words, pairs = ground.pair_words, ground.pairs
    has_text = words >= 0
    keys = _keys(pairs.topics, pairs.passages)
    yield Lengths("all", None, words[has_text])
    for one in ground.labels:
        known = _keys(one.topics, one.passages)
        relevant = np.isin(keys, known[one.is_relevant]) & has_text
        others = np.isin(keys, known[~one.is_relevant]) & has_text
        yield Lengths(f"{one.name}: relevant", one.name, words[relevant])
        yield Lengths(f"{one.name}: not relevant", one.name, words[others])


def _keys(topics: Places, passages: Places) -> Places:
    return topics * BEYOND_ORDINALS + passages


def _in_short(n_words: Places) -> list[Cell]:
    if not n_words.size:
        return [0, None, None, None, None]
    median, mean = float(np.median(n_words)), float(n_words.mean())
    return [n_words.size, int(n_words.min()), median, mean, int(n_words.max())]
