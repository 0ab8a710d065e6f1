from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from django.db.models import Model

from annotation.exchange.labels import MIN_RELEVANCE
from annotation.labels.arrays import Relevances
from annotation.labels.storing import Origin, store_labels
from annotation.models import LabelSet, LabelSource
from ranking.collections.passages import NewPassage, append_passages
from ranking.collections.topics import store_topics
from ranking.lookup import refuse_taken, taking_names
from ranking.models import Collection, Run, RunSource, Topic, TopicSet, made_of
from ranking.runs.storing import TopicRanking, store_run
from regrade.files.candidates import RELEVANCE_NAMES, CandidateRecord, read_candidates
from regrade.files.errors import BadInput
from regrade.files.streams import Progress


class CandidateTopic:
    """The lines of one topic in a candidate file."""

    def __init__(self, first: CandidateRecord) -> None:
        self.first = first
        self.ordinals: list[int] = []
        self.ranks: list[int | None] = []
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
            first = record._replace(text=None)  # it goes straight to the database
            topic = self.topics[record.query_id] = CandidateTopic(first)
        topic.ordinals.append(ordinal)
        topic.ranks.append(record.rank)
        topic.relevances.append(record.relevance)


class CandidatesReport(NamedTuple):
    """Result of an import of candidates; `run` and `labels` are None where none was made."""

    collection: Collection
    topic_set: TopicSet
    run: Run | None
    labels: LabelSet | None
    n_passages: int
    n_textless: int
    n_topics: int
    n_lines: int
    n_topics_by_stratum: dict[str, int]
    n_pairs_by_relevance: dict[int, int]  # as the file has them, stored or not


def import_candidates(
    *,
    path: Path,
    collection_name: str,
    topics_name: str,
    run_name: str | None = None,
    labels_name: str | None = None,
    progress: Progress | None = None,
) -> CandidatesReport:
    """Import a collection, a topic set, a run and labels from one file: all or nothing.

    A run's score is the rank turned negative; without a name for a run, lines need no rank. A
    topic's stratum becomes its metadata. A line without a relevance leaves its pair unjudged.

    Raises:
        NameTaken: one of these is there already.
        BadInput: the file cannot be read, contradicts itself, or is to give labels and has none.
    """
    if labels_name is not None:
        refuse_taken(LabelSet, labels_name)
    names: dict[type[Model], str] = {Collection: collection_name, TopicSet: topics_name}
    if run_name is not None:
        names[Run] = run_name
    with taking_names(names):
        collection = Collection.objects.create(name=collection_name, **made_of())
        candidates = CandidateLines()
        records = read_candidates(path, progress, are_ranked=run_name is not None)
        append_passages(collection=collection, passages=candidates.new_passages(records))
        topic_set = TopicSet.objects.create(name=topics_name, **made_of())
        store_topics(topic_set, _topics(candidates))
        run, labels = None, None
        if run_name is not None:
            run = _store_run(run_name, collection, topic_set, candidates)
        if labels_name is not None:
            labels = _store_labels(labels_name, collection, topic_set, path, candidates)
    return _report(collection, topic_set, run, labels, candidates)


def _topics(candidates: CandidateLines) -> Iterator[Topic]:
    for first in (topic.first for topic in candidates.topics.values()):
        yield Topic(
            query_id=first.query_id,
            query=first.query,
            description=first.description,
            narrative=first.narrative,
            metadata={} if first.stratum is None else {"stratum": first.stratum},
        )


def _store_run(
    name: str, collection: Collection, topic_set: TopicSet, candidates: CandidateLines
) -> Run:
    ground = {"collection": collection, "topic_set": topic_set}
    run = Run(name=name, source=RunSource.IMPORTED, **ground, **made_of(*ground.values()))
    topic_ids = dict(topic_set.topics.values_list("query_id", "pk"))
    rankings = (
        TopicRanking(
            topic_ids[query_id],
            np.array(lines.ordinals, dtype=np.int32),
            -np.array(lines.ranks, dtype=np.float64),
        )
        for query_id, lines in candidates.topics.items()
    )
    store_run(run=run, rankings=rankings)
    return run


def _store_labels(
    name: str, collection: Collection, topic_set: TopicSet, path: Path, candidates: CandidateLines
) -> LabelSet:
    labels = {query_id: lines.labels() for query_id, lines in candidates.topics.items()}
    relevances = {query_id: found for query_id, found in labels.items() if found is not None}
    if not relevances:
        reason = f"no line holds {' or '.join(RELEVANCE_NAMES)}; import it without --labels"
        raise BadInput(path, None, reason, code="no_labels")
    return store_labels(
        name=name,
        collection=collection,
        topic_set=topic_set,
        origin=Origin(LabelSource.IMPORTED, {"file": path.name}),
        relevances=relevances,
        min_relevance=MIN_RELEVANCE,
    )


def _report(
    collection: Collection,
    topic_set: TopicSet,
    run: Run | None,
    labels: LabelSet | None,
    candidates: CandidateLines,
) -> CandidatesReport:
    topics = candidates.topics.values()
    values = [value for topic in topics for value in topic.relevances if value is not None]
    return CandidatesReport(
        collection=collection,
        topic_set=topic_set,
        run=run,
        labels=labels,
        n_passages=collection.n_passages,
        n_textless=collection.passages.filter(text=None).count(),
        n_topics=len(topics),
        n_lines=sum(len(topic.ordinals) for topic in topics),
        n_topics_by_stratum=dict(Counter(t.first.stratum for t in topics if t.first.stratum)),
        n_pairs_by_relevance=dict(sorted(Counter(values).items())),
    )
