from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ranking.files.runs import RunLine
from ranking.services.store_rankings import TopicRanking

BATCH = 1 << 16

Ordinals = NDArray[np.int32]
Resolve = Callable[[list[str]], Ordinals]


class Columns(NamedTuple):
    """Lines as parallel arrays; an ordinal below 0 stands for new doc_id number -1 - ordinal."""

    topic_ids: NDArray[np.int64]
    ordinals: Ordinals
    scores: NDArray[np.float64]


class RunLines:
    """The lines of a run file, packed into arrays: 20 bytes a line however long the file."""

    def __init__(self, topic_ids: Mapping[str, int], resolve: Resolve) -> None:
        self.tag: str | None = None
        self.new_doc_ids: dict[str, int] = {}
        self.n_lines_by_unknown_topic: Counter[str] = Counter()
        self._topic_ids = topic_ids
        self._resolve = resolve
        self._batches: list[Columns] = []

    def read(self, lines: Iterable[RunLine]) -> None:
        """Take in all lines; those of unknown topics are only counted."""
        batch: list[tuple[int, str, float]] = []
        for query_id, doc_id, score, _, tag in lines:
            if self.tag is None:
                self.tag = tag
            topic_id = self._topic_ids.get(query_id)
            if topic_id is None:
                self.n_lines_by_unknown_topic[query_id] += 1
                continue
            batch.append((topic_id, doc_id, score))
            if len(batch) == BATCH:
                self._pack(batch)
                batch = []
        if batch:
            self._pack(batch)

    @property
    def n_lines(self) -> int:
        return sum(len(batch.scores) for batch in self._batches)

    def rankings(self, new_ordinals: Ordinals) -> Iterator[TopicRanking]:
        """The lines by topic, once the new doc_ids have their ordinals."""
        lines = Columns(*(np.concatenate(column) for column in zip(*self._batches, strict=True)))
        is_new = lines.ordinals < 0
        lines.ordinals[is_new] = new_ordinals[-1 - lines.ordinals[is_new]]
        order = np.argsort(lines.topic_ids, kind="stable")
        topic_ids, starts = np.unique(lines.topic_ids[order], return_index=True)
        for topic_id, rows in zip(topic_ids.tolist(), np.split(order, starts[1:]), strict=True):
            yield TopicRanking(topic_id, lines.ordinals[rows], lines.scores[rows])

    def _pack(self, batch: list[tuple[int, str, float]]) -> None:
        topic_ids, doc_ids, scores = zip(*batch, strict=True)
        ordinals = self._resolve(list(doc_ids)).copy()
        for i in np.flatnonzero(ordinals < 0).tolist():
            ordinals[i] = -1 - self.new_doc_ids.setdefault(doc_ids[i], len(self.new_doc_ids))
        self._batches.append(Columns(np.array(topic_ids), ordinals, np.array(scores)))
