from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ranking.runs.storing import TopicRanking
from regrade.files.packed.packed_ids import PackedIds
from regrade.files.packed.packed_runs import RunColumns

NO_TOPIC = -1

Ordinals = NDArray[np.int32]
Resolve = Callable[[PackedIds], Ordinals]


class RunLines:
    """The lines of a run file whose topics and passages were looked up."""

    def __init__(self, columns: RunColumns, topic_ids: Mapping[str, int], resolve: Resolve) -> None:
        self.tag = columns.tag
        self._columns = columns
        self._topic_ids = np.array([topic_ids.get(name, NO_TOPIC) for name in columns.query_ids])
        self._ordinals = resolve(columns.doc_ids)

    @cached_property
    def n_lines_by_unknown_topic(self) -> Counter[str]:
        names = self._columns.query_ids
        counts = np.bincount(self._columns.topics, minlength=len(names)).tolist()
        unknown = np.flatnonzero(self._topic_ids == NO_TOPIC).tolist()
        return Counter({names[topic]: counts[topic] for topic in unknown})

    @property
    def has_known_topics(self) -> bool:
        return bool((self._topic_ids != NO_TOPIC).any())

    @cached_property
    def new_doc_ids(self) -> list[str]:
        """Passages of known topics that are new to the collection, in the file's order."""
        doc_ids = self._columns.doc_ids
        return list(dict.fromkeys(doc_ids[line] for line in self._new_lines.tolist()))

    def rankings(self, new_ordinals: Ordinals) -> Iterator[TopicRanking]:
        """The lines by topic, once the new doc_ids have their ordinals."""
        doc_ids, ordinals = self._columns.doc_ids, self._ordinals
        ordinal_of = dict(zip(self.new_doc_ids, new_ordinals.tolist(), strict=True))
        ordinals[self._new_lines] = [ordinal_of[doc_ids[line]] for line in self._new_lines.tolist()]
        topics, scores = self._columns.topics, self._columns.scores
        if (topics[1:] < topics[:-1]).any():
            order = np.argsort(topics, kind="stable")
            topics, ordinals, scores = topics[order], ordinals[order], scores[order]
        bounds = np.searchsorted(topics, np.arange(self._topic_ids.size + 1))
        for topic in np.argsort(self._topic_ids, kind="stable").tolist():
            topic_id, rows = int(self._topic_ids[topic]), slice(bounds[topic], bounds[topic + 1])
            if topic_id != NO_TOPIC:
                yield TopicRanking(topic_id, ordinals[rows], scores[rows])

    @cached_property
    def _new_lines(self) -> NDArray[np.intp]:
        is_new = self._ordinals < 0
        if (self._topic_ids == NO_TOPIC).any():
            is_new &= self._topic_ids[self._columns.topics] != NO_TOPIC
        return np.flatnonzero(is_new)
