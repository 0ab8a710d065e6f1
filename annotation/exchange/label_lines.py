from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.labels.arrays import Relevances
from annotation.pools.topic_overlap import TopicOverlap
from regrade.files.judging.qrels import QrelsLine


class Columns(NamedTuple):
    """One topic's lines: indices into the list of doc_ids, and their values."""

    doc_ids: array[int]
    values: array[int]


class LabelLines:
    """The lines of a label file, packed into arrays; those of unknown topics are only counted."""

    def __init__(self, query_ids: Collection[str]) -> None:
        self.n_pairs_by_unknown_topic: Counter[str] = Counter()
        self.n_pairs_by_relevance: Counter[int] = Counter()
        self._query_ids = dict.fromkeys(query_ids)
        self._indices: dict[str, int] = {}
        self._by_topic: dict[str, Columns] = {}

    def read(self, lines: Iterable[QrelsLine]) -> None:
        for line in lines:
            if line.query_id in self._query_ids:
                self._take(line)
            else:
                self.n_pairs_by_unknown_topic[line.query_id] += 1

    @property
    def doc_ids(self) -> list[str]:
        """Every doc_id of a known topic, once."""
        return list(self._indices)

    def overlap(self) -> TopicOverlap:
        labelled = [*self._by_topic, *self.n_pairs_by_unknown_topic]
        return TopicOverlap.of(labels=labelled, topics=self._query_ids)

    def relevances(self, ordinals: NDArray[np.int32]) -> dict[str, Relevances]:
        """The labels by topic, given the ordinal of each of `doc_ids`."""
        return {
            query_id: Relevances(
                ordinals[np.array(columns.doc_ids)], np.array(columns.values, dtype=np.int16)
            )
            for query_id, columns in self._by_topic.items()
        }

    def _take(self, line: QrelsLine) -> None:
        columns = self._by_topic.setdefault(line.query_id, Columns(array("l"), array("h")))
        columns.doc_ids.append(self._indices.setdefault(line.doc_id, len(self._indices)))
        columns.values.append(line.relevance)
        self.n_pairs_by_relevance[line.relevance] += 1
