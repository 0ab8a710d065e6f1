"""One query searched in an index without compiled kernels, which web processes never load."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ranking.rankers.bm25_plan import DEFAULTS
from regrade.bm25.lexical_index import LexicalIndex
from regrade.bm25.norms import inverse_norms

SIDES: tuple[Literal["left"], Literal["right"]] = ("left", "right")
FNV_START, FNV_PRIME, WORD = 0xCBF29CE484222325, 0x100000001B3, 2**64 - 1


class FoundTexts(NamedTuple):
    """Parallel arrays of shape (n_found,), best first: what the index calls the texts, and scores.

    `n_all` is how many texts hold any of the terms.
    """

    ordinals: NDArray[np.int32]
    scores: NDArray[np.float32]
    n_all: int


def search_one(
    index: LexicalIndex,
    terms: Sequence[str],
    *,
    k: int,
    k1: float = DEFAULTS.k1,
    b: float = DEFAULTS.b,
) -> FoundTexts:
    """The k best texts for a few terms, with the scores and in the order of `regrade.bm25.search`.

    A pass over the postings of each term: milliseconds for a few words in a million passages,
    where the kernels would be compiled or loaded first.

    Args:
        terms: as the index's analyzer gives them; a repeated one weighs as often as it stands.
        k: at least 1.
    """
    sums = np.zeros(index.n_texts)
    inverse = inverse_norms(k1, b, index.mean_length or 1.0)
    saturation = np.float32(1) + index.code_frequencies * inverse[index.code_norms]
    for term, boost in Counter(terms).items():
        number = _number_of(index, term)
        if number is not None:
            here = slice(index.starts[number], index.starts[number + 1])
            weight = np.float32(boost) * _idf(index, here.stop - here.start)
            # By code, as the kernels have it: float32 each, summed as float64.
            scores = (weight - weight / saturation).astype(np.float64)
            sums[index.docs[here]] += scores[index.codes[here]]
    return _best(index, sums.astype(np.float32), k)


def _best(index: LexicalIndex, scores: NDArray[np.float32], k: int) -> FoundTexts:
    """Equal scores by position, as the index breaks ties."""
    found = np.flatnonzero(scores > 0)
    if found.size > k:
        least = np.partition(scores[found], found.size - k)[found.size - k]
        kept = found[scores[found] >= least]
    else:
        kept = found
    best = kept[np.argsort(-scores[kept], kind="stable")][:k]
    return FoundTexts(index.ordinals[best], scores[best], found.size)


def _idf(index: LexicalIndex, n_with: int) -> np.float32:
    return np.float32(np.log(1 + (index.n_indexed - n_with + 0.5) / (n_with + 0.5)))


def _number_of(index: LexicalIndex, term: str) -> int | None:
    """The number of a term, which stand by ascending hash; None where the index has it not."""
    wanted = np.uint64(_fnv_1a(term.encode("utf-8", "replace")))
    first, last = (int(np.searchsorted(index.term_hashes, wanted, side)) for side in SIDES)
    same = (number for number in range(first, last) if index.term_of(number) == term)
    return next(same, None)


def _fnv_1a(data: bytes) -> int:
    """As `regrade.text.fnv_kernel` has it."""
    hashed = FNV_START
    for byte in data:
        hashed = (hashed ^ byte) * FNV_PRIME & WORD
    return hashed
