from __future__ import annotations

import numpy as np

from benchmarks.active.collections import Topic, collection_named
from benchmarks.active.simulating import judged_order, recall_at
from regrade.active.strategy import Judged, Ordinals
from tests.real.real_data import needs_real_data

TOPIC = Topic("tea", frozenset({3, 7, 99}))


class InOrder:
    """Ordinals from 0 to 19, upwards; asserts that labels are those of the topic."""

    def choose(self, judged: Judged, n: int, seed: int) -> Ordinals:
        assert judged.is_relevant.tolist() == [one in TOPIC.relevant for one in judged.passages]
        return np.arange(judged.passages.size, min(20, judged.passages.size + n))


def test_a_simulation_judges_batch_after_batch() -> None:
    assert judged_order(InOrder(), TOPIC, 12, 1).tolist() == [*range(12)]
    assert judged_order(InOrder(), TOPIC, 50, 1).tolist() == [*range(20)]


def test_recall_counts_relevant_passages_that_were_never_judged() -> None:
    assert recall_at(np.arange(20), TOPIC, [3, 4, 8, 50]).tolist() == [0, 1 / 3, 2 / 3, 2 / 3]


@needs_real_data
def test_labels_of_cranfield_name_topics_by_their_position() -> None:
    cranfield = collection_named("Cranfield")
    third = cranfield.topics[2]
    assert (len(cranfield.texts), len(cranfield.topics)) == (1398, 225)
    assert "heat conduction" in third.query
    assert sum("heat" in cranfield.texts[one] for one in third.relevant) > len(third.relevant) / 2
