from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.bm25.best_kernel import HALF, LAST_POSITION, empty_best
from regrade.bm25.lexical_index import LexicalIndex
from regrade.bm25.norms import inverse_norms
from regrade.bm25.search_kernel import Clauses, Postings, empty_desk, search_queries
from regrade.bm25.term_kernel import UNKNOWN
from regrade.bm25.terms import number_terms
from regrade.cores import n_cores
from regrade.given import explained
from regrade.text.analyzer import Analyzer
from regrade.text.numbering import TermNumbering

Query = Mapping[str, float]
QUERIES_AT_ONCE, HITS_AT_ONCE = 64, 1 << 20


class BM25(NamedTuple):
    """How BM25 weighs.

    Attributes:
        k1: how slowly repeated terms stop to count, at least 0.
        b: how strongly length lowers the score of a text, in [0, 1].
    """

    k1: float = 0.82
    b: float = 0.68


DEFAULTS = BM25()


class Hits(NamedTuple):
    """Hits of a query, best first; equal scores by position, as the index breaks ties.

    Attributes:
        ordinals: shape (n_hits,), int32. What the builder called the texts.
        scores: shape (n_hits,), float32, above 0.
    """

    ordinals: NDArray[np.int32]
    scores: NDArray[np.float32]


def bags_of_words(analyzer: Analyzer, texts: Sequence[str]) -> list[dict[str, float]]:
    """The terms of each query; one that it repeats weighs as often as it stands there."""
    numbering = TermNumbering(analyzer)
    numbers, starts = numbering.number(texts)
    bags = (Counter(numbers[start:end].tolist()) for start, end in pairwise(starts.tolist()))
    return [{numbering.terms[term]: float(n) for term, n in bag.items()} for bag in bags]


@explained
def bag_of_words(analyzer: Analyzer, text: str) -> dict[str, float]:
    """The terms of one query, see `bags_of_words`, which is quicker for many."""
    return bags_of_words(analyzer, [text])[0]


@explained
def search(
    index: LexicalIndex,
    queries: Sequence[Query],
    *,
    k: int,
    bm25: BM25 = DEFAULTS,
    n_threads: int | None = None,
) -> list[Hits]:
    """The k best texts of each query, with Lucene's scores, bit for bit, in Lucene's order.

    score(q, d) = sum over terms t of q of w - w / (1 + tf(t, d) / (k1 (1 - b + b |d| / avg|d|))),
    w = boost(t) * ln(1 + (N - df(t) + 0.5) / (df(t) + 0.5)).

    Lengths are those of Lucene's length byte; N and the mean length count texts with terms only;
    idf, weights and term scores are rounded to float32, their sum once. No factor k1 + 1.

    Args:
        index: what to search.
        queries: analyzed terms with boosts above 0; an unknown term finds nothing.
        k: how many texts at most, at least 1.
        n_threads: by default one for each core.

    Returns:
        Parallel to queries; none with a score of 0, to which absurd boosts or k1 can round.

    Raises:
        ValueError: k below 1, k1 or b out of range, a boost that is not a number above 0.

    Source:
        Robertson et al., TREC-3, 1994; form, idf and rounding of Lucene 9's BM25Similarity.
    """
    if k < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    postings, clauses = plan(index, queries, bm25)
    n_at_once = min(QUERIES_AT_ONCE, HITS_AT_ONCE // min(k, HITS_AT_ONCE))
    firsts = range(0, len(queries), n_at_once)
    # Threads, since kernels hold no lock.
    with ThreadPoolExecutor(n_threads or n_cores()) as pool:
        parts = pool.map(partial(_search_some, index, postings, clauses, k, n_at_once), firsts)
        return list(chain.from_iterable(parts))


def plan(index: LexicalIndex, queries: Sequence[Query], bm25: BM25) -> tuple[Postings, Clauses]:
    """Inputs of the kernels: the index under this k1 and b, and the queries' clauses.

    Raises:
        ValueError: k1 or b out of range, a boost that is not a number above 0.
    """
    _check(bm25)
    inverse = inverse_norms(bm25.k1, bm25.b, index.mean_length or 1.0)
    postings = Postings(
        starts=index.starts,
        docs=index.docs,
        codes=index.codes,
        saturation=np.float32(1) + index.code_frequencies * inverse[index.code_norms],
        n_texts=index.n_texts,
    )
    return postings, _clauses(index, queries, inverse)


def _check(bm25: BM25) -> None:
    if not 0 <= bm25.k1 < float("inf") or not 0 <= bm25.b <= 1:
        raise ValueError(
            f"k1 must be at least 0 and b in [0, 1], got k1 = {bm25.k1} and b = {bm25.b}"
        )


def _check_boosts(words: Sequence[str], boosts: NDArray[np.float32]) -> None:
    bad = np.flatnonzero(~(np.isfinite(boosts) & (boosts > 0)))
    if bad.size:
        raise ValueError(
            f"a boost must be a number above 0, but {words[bad[0]]!r} weighs {boosts[bad[0]]}"
        )


def _clauses(
    index: LexicalIndex, queries: Sequence[Query], inverse: NDArray[np.float32]
) -> Clauses:
    """The known terms of each query, weighted, by descending bound."""
    words = list(chain.from_iterable(queries))
    boosts = np.fromiter(chain.from_iterable(q.values() for q in queries), np.float32, len(words))
    _check_boosts(words, boosts)
    of_query = np.repeat(np.arange(len(queries)), [len(query) for query in queries])
    terms = _numbers(index, words)
    is_known = terms != UNKNOWN
    terms, boosts, of_query = terms[is_known], boosts[is_known], of_query[is_known]
    weights = boosts * _idf(index, terms)
    best = np.float32(1) + index.best_frequencies[terms] * inverse[index.best_norms[terms]]
    bounds = (weights - weights / best).astype(np.float64)
    order = np.lexsort((-bounds, of_query))
    n_clauses = np.bincount(of_query, minlength=len(queries))
    return Clauses(np.cumsum(n_clauses), terms[order], weights[order], bounds[order])


def _numbers(index: LexicalIndex, words: Sequence[str]) -> NDArray[np.int64]:
    """The words' numbers, each word looked up once."""
    distinct = list(dict.fromkeys(words))
    number = dict(zip(distinct, number_terms(index, distinct).tolist(), strict=True))
    return np.fromiter(map(number.__getitem__, words), np.int64, len(words))


def _idf(index: LexicalIndex, terms: NDArray[np.int64]) -> NDArray[np.float32]:
    n_with = index.starts[terms + 1] - index.starts[terms]
    idf: NDArray[np.float32] = np.log(1 + (index.n_indexed - n_with + 0.5) / (n_with + 0.5)).astype(
        np.float32
    )
    return idf


def _search_some(
    index: LexicalIndex, postings: Postings, clauses: Clauses, k: int, n_at_once: int, first: int
) -> list[Hits]:
    """The hits of queries first, first + 1, ..., up to n_at_once of them."""
    ends = clauses.ends[max(first - 1, 0) : first + n_at_once]
    n_queries = min(n_at_once, clauses.ends.size - first)
    k = min(k, postings.n_texts)
    keys, n_found = np.zeros((n_queries, k), np.uint64), np.zeros(n_queries, np.int64)
    most_clauses = int(np.diff(ends, prepend=0).max())
    desk = empty_desk(most_clauses, postings.saturation.size)
    search_queries(postings, clauses, first, desk, empty_best(k), keys, n_found)
    # Keys that were not found are 0: descending, they come last.
    keys.sort(axis=1)
    return _hits(index, keys[:, ::-1], n_found)


def _hits(index: LexicalIndex, keys: NDArray[np.uint64], n_found: NDArray[np.int64]) -> list[Hits]:
    positions = LAST_POSITION - (keys & LAST_POSITION)
    ordinals = index.ordinals.take(positions.astype(np.int64), mode="clip")
    scores = (keys >> HALF).astype(np.uint32).view(np.float32)
    rows = zip(ordinals, scores, n_found.tolist(), strict=True)
    # Copies: a few hits are not to keep the room of many.
    return [Hits(of_query[:n].copy(), scored[:n].copy()) for of_query, scored, n in rows]
