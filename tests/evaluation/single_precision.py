"""Runs whose order changes in single precision."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ranking.collections.docid_maps import docid_map
from ranking.models import Collection, Run, TopicSet
from ranking.runs.storing import TopicRanking, store_rankings
from tests.factories import make_run

# Equal as floats, in this order as doubles.
CLOSE = (20.0000005, 20.0000003, 20.0000001)


def make_close_run(
    name: str, collection: Collection, topic_set: TopicSet, scores: Sequence[float] = CLOSE
) -> Run:
    """Passages d1 d2 d3 for every topic, in that order as long as scores are doubles."""
    run = make_run(name, collection, topic_set, {})
    ordinals = np.arange(len(scores), dtype=np.int32)
    rankings = [
        TopicRanking(topic.pk, ordinals, np.array(scores)) for topic in topic_set.topics.all()
    ]
    store_rankings(run=run, rankings=rankings, docids=docid_map(collection))
    return run
