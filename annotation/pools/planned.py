"""The pairs of a pool before it is built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from annotation.models import LabelSet
from annotation.pools.asked_design import Draw, planned_design, refuse_part
from annotation.pools.building import Key, refuse_labels_of_others
from annotation.pools.by_design import check_number
from annotation.pools.designs import Design, framed
from annotation.pools.drawing import Sample, common_ground, drawn_topics
from annotation.pools.preview import Ordinals, labelled_ordinals
from ranking.collections.texts import is_textless
from ranking.models import Collection, Ranking, Run, TopicSet

ROWS = 500


class PlannedPool(NamedTuple):
    """The pool that `set_up_campaign` would build; `topics` are the ids of those drawn."""

    runs: Sequence[Run]
    depth: int
    without: Sequence[LabelSet]
    collection: Collection
    topic_set: TopicSet
    topics: Set[int]
    design: Design | None = None
    drawn: Mapping[int, Ordinals] | None = None  # by topic, where pairs are drawn by design

    def __str__(self) -> str:
        return f"at depth {self.depth}"

    def ordinals_by_topic(self, topics: Set[int]) -> dict[int, Ordinals]:
        """The passages that these topics would have in the pool, ascending, by topic id."""
        if self.drawn is not None:
            return {topic: self.drawn[topic] for topic in topics & self.drawn.keys()}
        rows = Ranking.objects.filter(run__in=self.runs, topic__in=topics & self.topics)
        ordered = rows.order_by("topic_id").only("topic_id", "ordinals").iterator(ROWS)
        labelled, textless = labelled_ordinals(self.without), is_textless(self.collection)
        found: dict[int, Ordinals] = {}
        for topic, of_topic in groupby(ordered, attrgetter("topic_id")):
            pooled = np.unique(np.concatenate([one.ordinals[: self.depth] for one in of_topic]))
            is_judged = ~textless[pooled] & ~np.isin(pooled, labelled.get(topic, ()))
            found[topic] = pooled[is_judged]
        return found

    def pairs(self, topics: Set[int]) -> set[Key]:
        """The pairs of these topics that the pool would hold."""
        by_topic = self.ordinals_by_topic(topics)
        return {(topic, ordinal) for topic, all_ in by_topic.items() for ordinal in all_.tolist()}


def planned_pool(
    *,
    runs: Sequence[Run],
    depth: int,
    sample: Sample | None = None,
    without: Sequence[LabelSet] = (),
    draw: Draw | None = None,
) -> PlannedPool:
    """The pool that `set_up_campaign` would build; nothing is stored.

    Raises:
        PoolRefused: whatever that refuses in runs, depth, sample and draw.
    """
    if draw is not None:
        refuse_part(sample, without)
        return _drawn_pool(runs, depth, draw)
    collection, topic_set = common_ground(runs, depth)
    refuse_labels_of_others(without, collection, topic_set)
    topics = drawn_topics(sample, runs, topic_set).keys()
    return PlannedPool(runs, depth, without, collection, topic_set, topics)


def _drawn_pool(runs: Sequence[Run], depth: int, draw: Draw) -> PlannedPool:
    design = planned_design(runs=runs, depth=depth, by=draw.by)
    found = framed(design)
    check_number(draw.n, found)
    pairs = np.sort(found.drawn(draw.n, design.seed).pairs)  # by topic, and in it by passage
    each, starts = np.unique(found.frame.topics[pairs], return_index=True)
    parts = np.split(found.frame.passages[pairs].astype(np.int32), starts[1:])
    drawn = dict(zip(found.topic_ids[each].tolist(), parts, strict=True))
    first = design.runs[0]
    return PlannedPool(
        design.runs, depth, (), first.collection, first.topic_set, drawn.keys(), design, drawn
    )
