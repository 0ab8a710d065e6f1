from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from annotation.labels.arrays import Relevances
from ranking.collections.passages import NewPassage
from regrade.files.candidates import CandidateRecord


class CandidateTopic:
    """The lines of one topic in a candidate file."""

    def __init__(self, query: str, stratum: str | None) -> None:
        self.query = query
        self.stratum = stratum
        self.ordinals: list[int] = []
        self.ranks: list[int] = []
        self.relevances: list[int | None] = []

    def labels(self) -> Relevances | None:
        """The lines that have a relevance; None when none has."""
        is_judged = np.array([value is not None for value in self.relevances])
        if not is_judged.any():
            return None
        values = [value for value in self.relevances if value is not None]
        ordinals = np.array(self.ordinals, dtype=np.int32)[is_judged]
        return Relevances(ordinals, np.array(values, dtype=np.int16))


class CandidateLines:
    """The lines of a candidate file without its texts, which go straight to the database."""

    def __init__(self) -> None:
        self.topics: dict[str, CandidateTopic] = {}

    def new_passages(self, records: Iterator[CandidateRecord]) -> Iterator[NewPassage]:
        """Take in all records, and yield each passage where it is met first."""
        ordinals: dict[str, int] = {}
        for record in records:
            is_new = record.doc_id not in ordinals
            ordinal = ordinals.setdefault(record.doc_id, len(ordinals))
            self._take(record, ordinal)
            if is_new:
                yield NewPassage(record.doc_id, "", record.text)

    def _take(self, record: CandidateRecord, ordinal: int) -> None:
        topic = self.topics.get(record.query_id)
        if topic is None:
            topic = self.topics[record.query_id] = CandidateTopic(record.query, record.stratum)
        topic.ordinals.append(ordinal)
        topic.ranks.append(record.rank)
        topic.relevances.append(record.relevance)
