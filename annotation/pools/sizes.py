"""Pool sizes at every depth, computed at once from the passages' ranks.

Nothing here reads a database; `annotation.pools.preview` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ordinals = NDArray[np.int32]
Counts = NDArray[np.int64]
SmallCounts = NDArray[np.unsignedinteger[Any]]  # of as few bytes as hold the number of runs

DEPTHS_AT_ONCE = 64
LABELLED = -1  # in the place of a passage that labels have already


class PoolSizes(NamedTuple):
    """Counts by depth; index 0 is depth 1.

    `n_pairs`, the counts a topic and `found_by` speak of the pairs that can be judged,
    `n_textless` of those that drop out for want of a text. Topics without any pair are in none of
    them, as they are in no pool. `found_by[j]` counts the pairs that j + 1 runs have.
    """

    n_pairs: Counts
    n_textless: Counts
    n_topics: Counts
    least: Counts
    median: NDArray[np.float64]
    most: Counts
    found_by: list[Counts]


def pool_sizes(
    topics: Iterable[Sequence[Ordinals]], is_textless: NDArray[np.bool_], *, n_runs: int, depth: int
) -> PoolSizes:
    """Sizes of the pool of each run's top passages, for every depth from 1.

    Args:
        topics: for each topic the runs' rankings, best first, each with a passage once, or
            `LABELLED` where it is not to be judged; a run that does not rank the topic has none.
        is_textless: by ordinal, whether the passage has no text to judge.
        n_runs: the most rankings that a topic has.
        depth: the deepest one to count, from 1.
    """
    n_textless = np.zeros(depth, dtype=np.int64)
    found = np.zeros((n_runs, depth), dtype=np.int64)
    by_topic: list[SmallCounts] = []
    for rankings in topics:
        textless, judged = _first_ranks(rankings, is_textless, n_runs, depth)
        n_textless += textless
        found += judged
        by_topic.append(judged[0].astype(np.min_scalar_type(n_runs)))
    # Row j counts the pairs that at least j + 1 runs have, by the rank at which the j-th came.
    at_least = np.cumsum(found, axis=1)
    exactly = at_least - np.vstack([at_least[1:], np.zeros((1, depth), dtype=np.int64)])
    least, median, most, n_topics = _spread(by_topic, depth)
    return PoolSizes(
        n_pairs=at_least[0],
        n_textless=np.cumsum(n_textless),
        n_topics=n_topics,
        least=least,
        median=median,
        most=most,
        found_by=list(exactly),
    )


def _first_ranks(
    rankings: Sequence[Ordinals], is_textless: NDArray[np.bool_], n_runs: int, depth: int
) -> tuple[Counts, Counts]:
    """Of one topic: how many textless passages come in at each rank, and in shape
    (n_runs, depth) how many of the others get their first, second ... run there."""
    tops = [ranking[:depth] for ranking in rankings]
    ordinals = np.concatenate([*tops, np.zeros(0, dtype=np.int32)])
    ranks = np.concatenate([*map(_ranks, tops), np.zeros(0, dtype=np.int64)])
    is_new = ordinals != LABELLED
    keys = np.sort(ordinals[is_new].astype(np.int64) * depth + ranks[is_new])
    ordinals, ranks = keys // depth, keys % depth
    is_first = np.ones(len(keys), dtype=bool)
    is_first[1:] = ordinals[1:] != ordinals[:-1]
    starts = np.flatnonzero(is_first)
    group = np.arange(len(keys)) - np.repeat(starts, np.diff(starts, append=len(keys)))
    without = is_textless[ordinals]
    textless = np.bincount(ranks[without & is_first], minlength=depth)
    judged = np.bincount((group * depth + ranks)[~without], minlength=n_runs * depth)
    return textless, judged.reshape(n_runs, depth)


def _ranks(ranking: Ordinals) -> Counts:
    return np.arange(len(ranking))


def _spread(
    by_topic: Sequence[SmallCounts], depth: int
) -> tuple[Counts, NDArray[np.float64], Counts, Counts]:
    """Least, median and most pairs a topic, over the topics that have one, and how many have."""
    least, most, n_topics = (np.zeros(depth, dtype=np.int64) for _ in range(3))
    median = np.zeros(depth)
    if not by_topic:
        return least, median, most, n_topics
    added = np.array(by_topic)
    before = np.zeros((len(added), 1), dtype=np.int32)
    for start in range(0, depth, DEPTHS_AT_ONCE):
        at = slice(start, start + DEPTHS_AT_ONCE)
        sizes = before + np.cumsum(added[:, at], axis=1, dtype=np.int32)
        before = sizes[:, -1:].copy()
        least[at], median[at], most[at], n_topics[at] = _spread_of(sizes)
    return least, median, most, n_topics


def _spread_of(
    sizes: NDArray[np.int32],
) -> tuple[Counts, NDArray[np.float64], Counts, Counts]:
    """The same of each column of these sizes, which are sorted in place."""
    sizes.sort(axis=0)
    n_topics = np.count_nonzero(sizes, axis=0)
    columns, first = np.arange(sizes.shape[1]), len(sizes) - n_topics
    has_any = n_topics > 0
    at = [np.minimum(first + (n_topics - step) // 2, len(sizes) - 1) for step in (1, 0)]
    least = np.where(has_any, sizes[np.minimum(first, len(sizes) - 1), columns], 0)
    most = sizes[-1]
    median = np.where(has_any, (sizes[at[0], columns] + sizes[at[1], columns]) / 2, 0.0)
    return least.astype(np.int64), median, most.astype(np.int64), n_topics
