"""Lucene's BM25 written down a second time, text by text and without any index."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from regrade.bm25.search import BM25

F = np.float32


def lossy(length: int) -> int:
    """Lucene's length byte and back: four significant bits beyond an exact start of 24."""
    if length < 24:
        return length
    beyond = length - 24
    shift = max(0, beyond.bit_length() - 4)
    return 24 + (beyond >> shift << shift)


def plain_search(
    texts: Sequence[str], query: Mapping[str, float], *, k: int, bm25: BM25
) -> list[tuple[int, np.float32]]:
    """Positions and scores of the best k, score descending, then position ascending."""
    bags = [Counter(text.split()) for text in texts]
    lengths = [bag.total() for bag in bags]
    n_indexed = sum(length > 0 for length in lengths)
    mean = F(sum(lengths) / max(n_indexed, 1))
    totals = [0.0] * len(texts)
    for term, boost in query.items():
        n_with = sum(term in bag for bag in bags)
        idf = F(math.log(1 + (n_indexed - n_with + 0.5) / (n_with + 0.5)))
        weight = F(boost) * idf
        for i, bag in enumerate(bags):
            if term in bag:
                gain = F(1) + F(bag[term]) * _inverse_norm(lengths[i], mean, bm25)
                totals[i] += float(weight - weight / gain)
    scored = [(i, F(total)) for i, total in enumerate(totals) if total > 0]
    return sorted(scored, key=lambda row: (-row[1], row[0]))[:k]


def _inverse_norm(length: int, mean: np.float32, bm25: BM25) -> np.float32:
    k1, b = F(bm25.k1), F(bm25.b)
    norm = k1 * ((F(1) - b) + b * F(lossy(length)) / mean)
    return F(1) / norm if norm else F(math.inf)
