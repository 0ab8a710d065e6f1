"""Preview of a pool: its size and cost at each depth, before it is built."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from annotation.exceptions import PoolRefused
from annotation.models import LabelSet, TopicLabels
from annotation.pools.building import (
    Sample,
    common_ground,
    drawn_topics,
    refuse_labels_of_others,
)
from annotation.pools.sizes import LABELLED, Ordinals, PoolSizes, pool_sizes
from annotation.quality.judging_time import JudgingTime, judging_time
from ranking.collections.texts import is_textless
from ranking.models import Ranking, Run

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
            f"{n_topics:,} topics, each {depth:,} passages deep, are too many to tell what a pool"
            f" of them would hold; draw at most {MAX_CELLS // depth:,} topics of them.",
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
    labelled = _labelled(without)
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


def _labelled(without: Sequence[LabelSet]) -> dict[int, Ordinals]:
    """The passages that any of these label sets has, by topic."""
    found: defaultdict[int, list[Ordinals]] = defaultdict(list)
    for row in TopicLabels.objects.filter(label_set__in=without).only("topic_id", "ordinals"):
        found[row.topic_id].append(row.ordinals)
    return {topic: np.concatenate(parts) for topic, parts in found.items()}
