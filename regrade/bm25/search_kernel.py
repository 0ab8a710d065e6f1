"""Scores queries block by block, so that sums stay in the processor's cache.

A block is a range of positions. The clauses of a query stand by the highest score that they can
give, and are split in two: without one of the first, essential ones no text can come among the
best k any more. Per block the essential clauses add to the sums of their texts, the others only
to sums that these began; then the essential postings are gone through once more to collect the
sums and to set them back to 0. So only what was touched is read and cleared.

Term scores are float32 and sums float64, as Lucene's; such a sum is exact, in whatever order,
unless the term scores of one text differ by a factor of millions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.bm25.best_kernel import BLOCK, Best, collect, forget, keep_best, make_room
from regrade.bm25.term_kernel import first_from
from regrade.text.compiled import compiled, inlined

# Clauses whose term scores by code are computed beforehand; others compute them posting by posting.
N_TABLES = 64


class Postings(NamedTuple):
    """An index's postings, and the score of each code under one k1 and b.

    Attributes:
        starts, docs, codes: as in LexicalIndex.
        saturation: float32, by code: 1 + frequency * inverse norm. A term scores
            weight - weight / saturation.
        n_texts: positions there are.
    """

    starts: NDArray[np.int64]
    docs: NDArray[np.int32]
    codes: NDArray[np.uint16] | NDArray[np.uint32]
    saturation: NDArray[np.float32]
    n_texts: int


class Clauses(NamedTuple):
    """The weighted terms of queries: query q has those of [ends[q - 1], ends[q]).

    Attributes:
        ends: shape (n_queries,), int64.
        terms: int64, in an order of descending bound within a query.
        weights: float32: boost * idf.
        bounds: float64: no text scores more by this clause.
    """

    ends: NDArray[np.int64]
    terms: NDArray[np.int64]
    weights: NDArray[np.float32]
    bounds: NDArray[np.float64]


class Desk(NamedTuple):
    """Working memory for one query, made once for many queries.

    Attributes:
        sums: shape (BLOCK,), float64, 0 between blocks.
        tables: shape (n_tables, n_codes), float64: term scores by clause and code.
        has_table: shape (most clauses of a query,).
        next: int64, by clause: the first posting not yet gone by.
        first: int64, by clause: its first posting in the block in hand.
        end: int64, by clause: where its postings end.
        rest: float64, by clause: what it and all clauses behind it can give at most.
    """

    sums: NDArray[np.float64]
    tables: NDArray[np.float64]
    has_table: NDArray[np.bool_]
    next: NDArray[np.int64]
    first: NDArray[np.int64]
    end: NDArray[np.int64]
    rest: NDArray[np.float64]


@compiled
def search_queries(
    postings: Postings,
    clauses: Clauses,
    first_query: int,
    desk: Desk,
    best: Best,
    keys: NDArray[np.uint64],
    n_found: NDArray[np.int64],
) -> None:
    """Find the best texts of queries first_query, first_query + 1, ... one after the other.

    Args:
        desk, best: to work with; nobody else's meanwhile.
        keys: shape (n_queries, k); receives each query's best, in any order, as keys that
            `best_kernel` makes and reads: the higher the better.
        n_found: shape (n_queries,); receives how many those are.
    """
    for i in range(n_found.size):
        query = first_query + i
        start = clauses.ends[query - 1] if query else 0
        forget(best)
        _search(postings, clauses, start, clauses.ends[query] - start, desk, best)
        n_found[i] = keep_best(best)
        for rank in range(n_found[i]):
            keys[i, rank] = best.keys[rank]


def empty_desk(n_clauses: int, n_codes: int) -> Desk:
    """A desk for queries of up to so many clauses."""
    return Desk(
        sums=np.zeros(BLOCK, np.float64),
        tables=np.empty((min(n_clauses, N_TABLES), n_codes), np.float64),
        has_table=np.empty(n_clauses, np.bool_),
        next=np.empty(n_clauses, np.int64),
        first=np.empty(n_clauses, np.int64),
        end=np.empty(n_clauses, np.int64),
        rest=np.empty(n_clauses, np.float64),
    )


@compiled
def _search(
    postings: Postings, clauses: Clauses, start: int, n_clauses: int, desk: Desk, best: Best
) -> None:
    _lay_out(postings, clauses, start, n_clauses, desk)
    n_essential = n_clauses
    while True:
        base = _next_block(postings, n_essential, desk)
        if base >= postings.n_texts:
            return
        for clause in range(n_essential):
            _add(postings, clauses.weights[start + clause], clause, base, desk)
        for clause in range(n_essential, n_clauses):
            _add_to_begun(postings, clauses.weights[start + clause], clause, base, desk)
        for clause in range(n_essential):
            docs = postings.docs[desk.first[clause] : desk.next[clause]]
            collect(docs, desk.sums, best)
        make_room(best)
        while n_essential > 0 and desk.rest[n_essential - 1] <= best.threshold[0]:
            n_essential -= 1


@compiled
def _lay_out(postings: Postings, clauses: Clauses, start: int, n_clauses: int, desk: Desk) -> None:
    n_codes = postings.saturation.size
    rest = 0.0
    for clause in range(n_clauses - 1, -1, -1):
        term, weight = clauses.terms[start + clause], clauses.weights[start + clause]
        desk.next[clause], desk.end[clause] = postings.starts[term], postings.starts[term + 1]
        rest += clauses.bounds[start + clause]
        desk.rest[clause] = rest
        n_postings = desk.end[clause] - desk.next[clause]
        desk.has_table[clause] = clause < N_TABLES and n_postings > n_codes
        if desk.has_table[clause]:
            for code in range(n_codes):
                desk.tables[clause, code] = weight - weight / postings.saturation[code]


@compiled
def _next_block(postings: Postings, n_essential: int, desk: Desk) -> int:
    """Where the next block begins that an essential clause has postings in."""
    nearest = np.int64(postings.n_texts)
    for clause in range(n_essential):
        if desk.next[clause] < desk.end[clause]:
            nearest = min(nearest, np.int64(postings.docs[desk.next[clause]]))
    if nearest == postings.n_texts:
        return postings.n_texts
    return int(nearest // BLOCK * BLOCK)


@inlined
def _reach(docs: NDArray[np.int32], start: int, end: int, position: int) -> int:
    """The first posting from `start` on whose text stands at `position` or behind it."""
    low, high, step = start, start, 1
    while high < end and docs[high] < position:
        low = high + 1
        high += step
        step *= 2
    return first_from(docs, low, min(high, end), position)


@compiled
def _add(postings: Postings, weight: np.float32, clause: int, base: int, desk: Desk) -> None:
    start = desk.next[clause]
    end = _reach(postings.docs, start, desk.end[clause], base + BLOCK)
    desk.first[clause], desk.next[clause] = start, end
    # Slices, because the compiler then knows that no index is negative.
    docs, codes = postings.docs[start:end], postings.codes[start:end]
    if desk.has_table[clause]:
        scores = desk.tables[clause]
        for i in range(docs.size):
            desk.sums[np.uint64(docs[i] & (BLOCK - 1))] += scores[np.uint64(codes[i])]
    else:
        for i in range(docs.size):
            score = weight - weight / postings.saturation[np.uint64(codes[i])]
            desk.sums[np.uint64(docs[i] & (BLOCK - 1))] += np.float64(score)


@compiled
def _add_to_begun(
    postings: Postings, weight: np.float32, clause: int, base: int, desk: Desk
) -> None:
    start = _reach(postings.docs, desk.next[clause], desk.end[clause], base)
    end = _reach(postings.docs, start, desk.end[clause], base + BLOCK)
    desk.next[clause] = end
    docs, codes = postings.docs[start:end], postings.codes[start:end]
    if desk.has_table[clause]:
        scores = desk.tables[clause]
        for i in range(docs.size):
            position = np.uint64(docs[i] & (BLOCK - 1))
            if desk.sums[position] > 0:
                desk.sums[position] += scores[np.uint64(codes[i])]
    else:
        for i in range(docs.size):
            position = np.uint64(docs[i] & (BLOCK - 1))
            if desk.sums[position] > 0:
                score = weight - weight / postings.saturation[np.uint64(codes[i])]
                desk.sums[position] += np.float64(score)
