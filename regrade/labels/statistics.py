"""Statistics of a label set, without any run."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from regrade.given import explained
from regrade.labels.columns import LabelColumns


class LabelStatistics(NamedTuple):
    """Counts of one label set.

    Attributes:
        topics: their numbers, ascending; the next two are by these.
        n_judged, n_relevant: pairs of each topic.
        n_topics_by_relevant: number of topics with 0, 1, 2 ... relevant passages.
        n_by_value: number of pairs of each value that occurs.
    """

    topics: tuple[int, ...]
    n_judged: tuple[int, ...]
    n_relevant: tuple[int, ...]
    n_topics_by_relevant: tuple[int, ...]
    n_by_value: dict[int, int]


@explained
def label_statistics(labels: LabelColumns, min_relevance: int) -> LabelStatistics:
    """Count the labels: by topic, by value, and topics by how much is relevant to them."""
    topics, places = np.unique(labels.topics, return_inverse=True)
    is_relevant = labels.relevances >= min_relevance
    n_relevant = np.bincount(places, weights=is_relevant, minlength=topics.size).astype(np.int64)
    values, n = np.unique(labels.relevances, return_counts=True)
    return LabelStatistics(
        topics=tuple(topics.tolist()),
        n_judged=tuple(np.bincount(places, minlength=topics.size).tolist()),
        n_relevant=tuple(n_relevant.tolist()),
        n_topics_by_relevant=tuple(np.bincount(n_relevant).tolist()),
        n_by_value=dict(zip(values.tolist(), n.tolist(), strict=True)),
    )
