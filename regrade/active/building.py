"""Features from a stream of texts."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.active.features import Features, content_hash
from regrade.active.words import split_words, term_of
from regrade.bm25.terms import pack_terms
from regrade.given import explained

WORDS_AT_ONCE = 1 << 20
LEAST_TEXTS = 2
NO_TERM = -1
TERM_BITS = 32
TERM_MASK = (1 << TERM_BITS) - 1


class _Counted(NamedTuple):
    """Some texts, one after the other: how often each has which terms, ascending by number.

    Attributes:
        n_terms: shape (n_texts,), int32. How many different ones each text has.
        terms: shape (n_entries,), int32.
        counts: shape (n_entries,), int32.
    """

    n_terms: NDArray[np.int32]
    terms: NDArray[np.int32]
    counts: NDArray[np.int32]


class _Numbers(dict[str, int]):
    """Numbers of words' terms, as they are first seen; a word is looked at once."""

    def __init__(self) -> None:
        super().__init__()
        self.terms: dict[str, int] = {}

    def __missing__(self, word: str) -> int:
        term = term_of(word)
        self[word] = NO_TERM if term is None else self.terms.setdefault(term, len(self.terms))
        return self[word]


@explained
def build_features(texts: Iterable[str]) -> Features:
    """Features of a stream of texts, read once; the first text is passage 0.

    Beside the result, memory holds as much again for a while, and every distinct word.
    """
    numbers = _Numbers()
    parts = [_counted(*batch) for batch in _batches(texts, numbers)]
    terms = [*numbers.terms]
    del numbers
    n_texts = sum(part.n_terms.size for part in parts)
    n_with = np.zeros(len(terms), np.int64)
    for part in parts:
        n_with += np.bincount(part.terms, minlength=len(terms))
    return _features(parts, terms, n_with, n_texts)


def _features(
    parts: list[_Counted], terms: list[str], n_with: NDArray[np.int64], n_texts: int
) -> Features:
    left = np.flatnonzero(n_with >= LEAST_TEXTS)
    order = left[np.argsort(pack_terms([terms[i] for i in left]).hashes, kind="stable")]
    packed = pack_terms([terms[i] for i in order])
    idf = np.log(n_texts / n_with[order])
    renumbered = np.full(len(terms), NO_TERM, np.int64)
    renumbered[order] = np.arange(order.size)
    n_entries = int(n_with[order].sum())
    starts = np.zeros(n_texts + 1, np.int64)
    columns, weights = np.empty(n_entries, np.int32), np.empty(n_entries, np.float32)
    text = place = 0
    parts.reverse()
    while parts:  # each is given back as soon as it is copied
        n_kept, new_terms, new_weights = _weighted(parts.pop(), renumbered, idf)
        starts[text + 1 : text + 1 + n_kept.size] = n_kept
        columns[place : place + new_terms.size] = new_terms
        weights[place : place + new_terms.size] = new_weights
        text, place = text + n_kept.size, place + new_terms.size
    np.cumsum(starts, out=starts)
    arrays = (starts, columns, weights, idf, packed.hashes, packed.term_bytes, packed.ends)
    for one in arrays:
        one.flags.writeable = False  # as when opened from files: kernels are compiled for it once
    return Features(*arrays, content=content_hash(arrays))


def _batches(
    texts: Iterable[str], numbers: _Numbers
) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int64]]]:
    """Numbers of all words of some texts, and how many words each of these has."""
    found, lengths = array("i"), array("q")
    for text in texts:
        before = len(found)
        found.extend(map(numbers.__getitem__, split_words(text)))
        lengths.append(len(found) - before)
        if len(found) >= WORDS_AT_ONCE:
            yield np.array(found, np.int32), np.array(lengths, np.int64)
            found, lengths = array("i"), array("q")
    yield np.array(found, np.int32), np.array(lengths, np.int64)


def _counted(numbers: NDArray[np.int32], lengths: NDArray[np.int64]) -> _Counted:
    texts = np.repeat(np.arange(lengths.size), lengths)
    known = numbers != NO_TERM
    keys, counts = np.unique(texts[known] << TERM_BITS | numbers[known], return_counts=True)
    n_terms = np.bincount(keys >> TERM_BITS, minlength=lengths.size)
    terms = keys & TERM_MASK
    return _Counted(n_terms.astype(np.int32), terms.astype(np.int32), counts.astype(np.int32))


def _weighted(
    part: _Counted, renumbered: NDArray[np.int64], idf: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32]]:
    """By text the number of terms left, then these terms and weights in rows of length 1."""
    texts = np.repeat(np.arange(part.n_terms.size), part.n_terms)
    terms = renumbered[part.terms]
    kept = np.flatnonzero(terms != NO_TERM)
    order = kept[np.argsort(texts[kept] << TERM_BITS | terms[kept])]
    texts, terms = texts[order], terms[order]
    weights = (1 + np.log(part.counts[order])) * idf[terms]
    squares = np.bincount(texts, weights**2, part.n_terms.size)
    lengths = np.sqrt(np.where(squares > 0, squares, 1.0))
    n_kept = np.bincount(texts, minlength=part.n_terms.size)
    scaled = weights / lengths[texts]
    return n_kept, terms.astype(np.int32), scaled.astype(np.float32)
