from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ranking.text.analysis import analyze

Analyzer = Callable[[str], list[str]]


class Hits(NamedTuple):
    """What a search found, best first.

    Attributes:
        ordinals: shape (n_hits,), int32. Positions of the texts in the order they were given.
        scores: shape (n_hits,), float64, above 0.
    """

    ordinals: NDArray[np.int32]
    scores: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BM25Index:
    """An inverted index in memory, term after term: postings [starts[t], starts[t + 1]).

    Attributes:
        terms: the number t of each term.
        starts: shape (n_terms + 1,). Where each term's postings begin.
        ordinals: shape (n_postings,), int32. The texts that hold the term, ascending.
        saturation: shape (n_postings,). tf / (tf + k1 * (1 - b + b * length / mean length)).
        n_texts: how many texts were indexed, empty ones included.
        analyzer: what turned the texts into terms, and turns the queries.
    """

    terms: dict[str, int]
    starts: NDArray[np.int64]
    ordinals: NDArray[np.int32]
    saturation: NDArray[np.float64]
    n_texts: int
    analyzer: Analyzer

    @classmethod
    def build(
        cls,
        texts: Iterable[str],
        *,
        k1: float = 0.9,
        b: float = 0.4,
        analyzer: Analyzer = analyze,
    ) -> BM25Index:
        """Index texts; the ordinal of a text is its position.

        Args:
            texts: what to index; a text without terms is never found.
            k1: how slowly repeated terms stop to count, at least 0; 0.9 as in Anserini.
            b: how much length is held against a text, in [0, 1]; 0.4 as in Anserini.
            analyzer: turns a text or a query into terms.

        Raises:
            ValueError: k1 or b out of range.
        """
        if k1 < 0 or not 0 <= b <= 1:
            raise ValueError(f"k1 must be at least 0 and b in [0, 1], got {k1} and {b}")
        counted = _count(texts, analyzer)
        frequencies = np.array(counted.frequencies, dtype=np.float64)
        lengths = np.array(counted.lengths, dtype=np.float64)
        relative_lengths = lengths / (lengths.mean() or 1.0) if lengths.size else lengths
        of_length = k1 * (1 - b + b * relative_lengths[counted.ordinals])
        by_term = np.argsort(counted.terms, kind="stable")
        n_postings = np.bincount(counted.terms, minlength=len(counted.vocabulary))
        return cls(
            terms=counted.vocabulary,
            starts=np.concatenate([[0], np.cumsum(n_postings)]),
            ordinals=np.array(counted.ordinals, dtype=np.int32)[by_term],
            saturation=(frequencies / (frequencies + of_length))[by_term],
            n_texts=lengths.size,
            analyzer=analyzer,
        )

    def search(self, query: str, k: int) -> Hits:
        """The k texts with the highest BM25 score among those that share a term with the query.

        score(q, d) = sum over terms t of q, as often as q repeats them, of
                      idf(t) * tf(t, d) / (tf(t, d) + k1 * (1 - b + b * |d| / avg|d|)),
        idf(t) = ln(1 + (N - df(t) + 0.5) / (df(t) + 0.5)).

        The factor k1 + 1 of older forms is left out: it moves every score alike. Lengths are
        exact, where Lucene rounds them to a byte.

        Args:
            query: analyzed as the texts were.
            k: how many texts at most, at least 1.

        Returns:
            Score descending, equal scores by ordinal ascending, also where k cuts between
            them; empty when nothing matches.

        Raises:
            ValueError: k below 1.

        Source:
            Robertson et al., TREC-3, 1994; the form and idf of Lucene's BM25Similarity.
        """
        if k < 1:
            raise ValueError(f"k must be at least 1, got {k}")
        scores = np.zeros(self.n_texts)
        for term, n_repeats in Counter(self.analyzer(query)).items():
            if (number := self.terms.get(term)) is not None:
                postings = slice(self.starts[number], self.starts[number + 1])
                part = n_repeats * self._idf(number) * self.saturation[postings]
                scores[self.ordinals[postings]] += part
        return _best(scores, k)

    def _idf(self, number: int) -> float:
        n_with_term = int(self.starts[number + 1] - self.starts[number])
        return math.log1p((self.n_texts - n_with_term + 0.5) / (n_with_term + 0.5))


class _Counted(NamedTuple):
    """Terms of texts as counted; the first three have one entry a posting, text after text."""

    terms: array[int]
    ordinals: array[int]
    frequencies: array[int]
    lengths: array[int]
    vocabulary: dict[str, int]


def _count(texts: Iterable[str], analyzer: Analyzer) -> _Counted:
    counted = _Counted(array("i"), array("i"), array("i"), array("i"), {})
    for ordinal, text in enumerate(texts):
        terms = analyzer(text)
        counted.lengths.append(len(terms))
        for term, frequency in Counter(terms).items():
            counted.terms.append(counted.vocabulary.setdefault(term, len(counted.vocabulary)))
            counted.ordinals.append(ordinal)
            counted.frequencies.append(frequency)
    return counted


def _best(scores: NDArray[np.float64], k: int) -> Hits:
    found = np.flatnonzero(scores)
    if found.size > k:
        threshold = np.partition(scores[found], -k)[-k]
        found = found[scores[found] >= threshold]
    best = found[np.lexsort((found, -scores[found]))[:k]]
    return Hits(best.astype(np.int32), scores[best])
