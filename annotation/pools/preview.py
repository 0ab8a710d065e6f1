"""Preview of a pool: its size and cost at each depth, from ranks, before it is built."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.exceptions import PoolRefused
from annotation.models import LabelSet, TopicLabels
from annotation.pools.building import refuse_labels_of_others
from annotation.pools.drawing import Sample, common_ground, drawn_topics
from annotation.quality.judging_time import JudgingTime, judging_time
from ranking.collections.texts import is_textless
from ranking.models import Ranking, Run

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


MAX_DEPTH = 1000
MAX_CELLS = 100_000_000  # topics by depth, a byte each
N_MEASURED = 1000  # passages whose length is looked at
ROWS = 500


class PoolPreview(NamedTuple):
    """Counts for every depth up to `depth`, and the time per judgment."""

    depth: int
    n_topics_drawn: int
    sizes: PoolSizes
    time: JudgingTime


def pool_preview(
    *, runs: Sequence[Run], sample: Sample | None = None, without: Sequence[LabelSet] = ()
) -> PoolPreview:
    """The pools that `build_pool_from_runs` would build of these runs and this sample, at every
    depth, without what label sets in `without` have.

    Raises:
        PoolRefused: whatever it refuses in runs and sample, or there are too many topics.
    """
    collection, topic_set = common_ground(runs, 1)
    refuse_labels_of_others(without, collection, topic_set)
    topics = drawn_topics(sample, runs, topic_set)
    depth = min(MAX_DEPTH, max(run.depth for run in runs))
    _refuse_too_large(len(topics), depth)
    drawing = PassageDraw(depth)
    sizes = pool_sizes(
        map(drawing.look, _rankings(runs, topics if sample else None, without)),
        is_textless(collection),
        n_runs=len(runs),
        depth=max(depth, 1),
    )
    time = judging_time(collection, drawing.ordinals(N_MEASURED))
    return PoolPreview(max(depth, 1), len(topics), sizes, time)


def n_pairs_of(
    *,
    runs: Sequence[Run],
    depth: int,
    sample: Sample | None = None,
    without: Sequence[LabelSet] = (),
) -> int:
    """How many pairs the pool would hold at one depth, those without text among them.

    Raises:
        PoolRefused: whatever `build_pool_from_runs` refuses in runs, depth and sample.
    """
    _, topic_set = common_ground(runs, depth)
    topics = drawn_topics(sample, runs, topic_set) if sample else None
    return sum(
        int((np.unique(np.concatenate([one[:depth] for one in rankings])) != LABELLED).sum())
        for rankings in _rankings(runs, topics, without)
    )


def _refuse_too_large(n_topics: int, depth: int) -> None:
    if n_topics * depth > MAX_CELLS:
        raise PoolRefused(
            f"{n_topics:,} topics, each {depth:,} passages deep, are too many to preview their"
            f" pool; draw at most {MAX_CELLS // depth:,} topics of them.",
            code="too_many_pairs",
        )


class PassageDraw:
    """Draws one random passage of each ranking in a stream."""

    def __init__(self, depth: int) -> None:
        self._depth = depth
        self._rng = np.random.default_rng(0)
        self._drawn: list[int] = []

    def look(self, rankings: list[Ordinals]) -> list[Ordinals]:
        for ranking in rankings:
            if n := min(len(ranking), self._depth):
                drawn = int(ranking[self._rng.integers(n)])
                if drawn != LABELLED:
                    self._drawn.append(drawn)
        return rankings

    def ordinals(self, most: int) -> list[int]:
        """Some of those drawn, each once."""
        unique = np.unique(np.array(self._drawn, dtype=np.int64))
        return [int(o) for o in self._rng.permutation(unique)[:most]]


def _rankings(
    runs: Sequence[Run], topics: dict[int, str] | None, without: Sequence[LabelSet]
) -> Iterator[list[Ordinals]]:
    """The rankings of one topic after the other; `LABELLED` stands for what labels have."""
    labelled = labelled_ordinals(without)
    rows = Ranking.objects.filter(run__in=runs)
    if topics is not None:
        rows = rows.filter(topic__in=topics)
    ordered = rows.order_by("topic_id").only("topic_id", "ordinals").iterator(ROWS)
    for topic, of_topic in groupby(ordered, attrgetter("topic_id")):
        known = labelled.get(topic)
        yield [
            ranking.ordinals
            if known is None
            else np.where(np.isin(ranking.ordinals, known), LABELLED, ranking.ordinals)
            for ranking in of_topic
        ]


def labelled_ordinals(without: Sequence[LabelSet]) -> dict[int, Ordinals]:
    """The passages that any of these label sets has, by topic."""
    found: defaultdict[int, list[Ordinals]] = defaultdict(list)
    for row in TopicLabels.objects.filter(label_set__in=without).only("topic_id", "ordinals"):
        found[row.topic_id].append(row.ordinals)
    return {topic: np.concatenate(parts) for topic, parts in found.items()}
