from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection as AbstractCollection
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from annotation.exceptions import LabelsRefused
from annotation.labels.arrays import Relevances
from annotation.labels.storing import Origin, Sample, none_relevant, store_labels
from annotation.models import LabelSet, LabelSource
from ranking.collections.docid_maps import docid_map
from ranking.collections.passages import register_doc_ids
from ranking.lookup import NewName, refuse_taken
from ranking.models import Collection, TopicSet
from regrade.aggregation.relevance import count_relevant
from regrade.files.judging.qrels import QrelsLine, read_qrels
from regrade.files.streams import Progress
from regrade.limits import RELEVANCE

N_EXAMPLES = 5


class TopicOverlap(NamedTuple):
    """Query ids of a label file compared with those of a topic set, each in its own order."""

    in_both: Sequence[str]
    only_in_labels: Sequence[str]
    only_in_topics: Sequence[str]
    hint: str  # what may be wrong with the ids; empty when nothing is known

    @classmethod
    def of(cls, labels: AbstractCollection[str], topics: AbstractCollection[str]) -> TopicOverlap:
        """Compare the ids of the two; both hold each id once."""
        known, labelled = set(topics), set(labels)
        return cls(
            in_both=[query_id for query_id in labels if query_id in known],
            only_in_labels=[query_id for query_id in labels if query_id not in known],
            only_in_topics=[query_id for query_id in topics if query_id not in labelled],
            hint=_hint(labelled, known),
        )

    def sentence(self, file: str, topic_set: str) -> str:
        """Topics that the two do not share, and a possible reason; empty if they share all."""
        if not (self.only_in_labels or self.only_in_topics):
            return ""
        parts = [f"{len(self.in_both):,} are in both"] if self.in_both else []
        parts += _counted(self.only_in_labels, f"only in {file}")
        parts += _counted(self.only_in_topics, f"only in {topic_set}")
        shared = "only part" if self.in_both else "none"
        text = f"{file} and topic set {topic_set} share {shared} of their query ids"
        return f"{text}: {', '.join(parts)}.{self.hint}"


def some(query_ids: Sequence[str]) -> str:
    """The first few, and a sign when there are more."""
    more = " …" if len(query_ids) > N_EXAMPLES else ""
    return ", ".join(query_ids[:N_EXAMPLES]) + more


def _counted(query_ids: Sequence[str], where: str) -> Iterable[str]:
    if query_ids:
        yield f"{len(query_ids):,} {where} ({some(query_ids)})"


def _hint(labels: set[str], topics: set[str]) -> str:
    positions = {str(position) for position in range(1, len(topics) + 1)}
    if not labels <= positions or topics <= positions:
        return ""
    return (
        f" The labels' ids lie between 1 and {len(topics):,}, the number of topics, so they may"
        " count topics by position: then nearly every label lands on the wrong topic. If so,"
        " import the topics again with --number-by position."
    )


class Columns(NamedTuple):
    """One topic's lines: indices into the list of doc_ids, and their values."""

    doc_ids: array[int]
    values: array[int]
    probabilities: array[float]  # of a sample


class LabelLines:
    """The lines of a label file, packed into arrays; those of unknown topics are only counted.

    Where labels are a sample, pairs that were not drawn are only counted, too.
    """

    def __init__(self, query_ids: AbstractCollection[str]) -> None:
        self.n_not_drawn = 0
        self.n_pairs_by_unknown_topic: Counter[str] = Counter()
        self.n_pairs_by_relevance: Counter[int] = Counter()
        self._query_ids = dict.fromkeys(query_ids)
        self._indices: dict[str, int] = {}
        self._by_topic: dict[str, Columns] = {}

    def read(self, lines: Iterable[QrelsLine]) -> None:
        for line in lines:
            if line.query_id not in self._query_ids:
                self.n_pairs_by_unknown_topic[line.query_id] += 1
            elif line.probability == 0:
                self.n_not_drawn += 1
            else:
                self._take(line)

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

    @property
    def sample(self) -> Sample | None:
        """The probabilities by topic; None of plain labels, and if all pairs are certain."""
        found = self._by_topic.items()
        drawn = {query_id: np.array(columns.probabilities) for query_id, columns in found}
        if not self.n_not_drawn and all((of_topic == 1).all() for of_topic in drawn.values()):
            return None
        return Sample({"n": self.n_pairs_by_relevance.total(), "imported": True}, drawn)

    def _take(self, line: QrelsLine) -> None:
        columns = self._by_topic.setdefault(line.query_id, _no_lines())
        columns.doc_ids.append(self._indices.setdefault(line.doc_id, len(self._indices)))
        columns.values.append(line.relevance)
        if line.probability is not None:
            columns.probabilities.append(line.probability)
        self.n_pairs_by_relevance[line.relevance] += 1


def _no_lines() -> Columns:
    return Columns(array("l"), array("h"), array("d"))


MIN_RELEVANCE = 1


class LabelsReport(NamedTuple):
    """Result of an import of labels.

    `overlap` is a sentence when file and topic set share only part of their query ids, and empty
    otherwise; `n_new_doc_ids` counts passages that the collection got without a text. Of a sample
    `n_not_drawn` pairs were chosen instead of drawn, and are left out.
    """

    label_set: LabelSet
    n_topics: int
    n_pairs: int
    n_relevant: int
    n_pairs_by_relevance: dict[int, int]
    n_new_doc_ids: int
    n_unknown_topics: int
    n_pairs_of_unknown_topics: int
    unknown_query_ids: Sequence[str]
    n_topics_without_labels: int
    overlap: str
    n_not_drawn: int


LeastRelevant = Annotated[
    int | None, RELEVANCE, "Least value that binary measures call relevant; 1 by default."
]
IsWhole = Annotated[
    bool, "Every passage of these topics was judged: one not listed is not relevant."
]


def import_labels(
    *,
    path: Path,
    name: NewName,
    collection: Collection,
    topic_set: TopicSet,
    min_relevance: LeastRelevant = None,
    is_whole: IsWhole = False,
    called: str = "",
    progress: Progress | None = None,
) -> LabelsReport:
    """Import a qrels file, `called` so where it came from, as a label set: all or nothing.

    Query ids that are no topics are left out; doc_ids that the collection has not become passages
    without text. With `is_whole` what is not listed is irrelevant. Probabilities below 1: a sample.

    Raises:
        NameTaken: there is such a label set already.
        BadInput: no such file, no labels in it or, as `BadFile`, bad lines.
        LabelsRefused: no known topic, `min_relevance` above every label, or an impossible sample.
        RankingError: new doc_ids for a collection that takes none.
    """
    refuse_taken(LabelSet, name)
    lines = _read(path, topic_set, progress)
    overlap, file = lines.overlap(), called or path.name
    fields = {"file": file, "overlap": overlap.sentence(file, topic_set.name)}
    _refuse_useless(lines, overlap, fields["overlap"], min_relevance, is_whole=is_whole)
    with transaction.atomic():
        n_new, ordinals = _registered(collection, lines.doc_ids)
        label_set = store_labels(
            name=name,
            collection=collection,
            topic_set=topic_set,
            origin=Origin(LabelSource.IMPORTED, fields),
            relevances=lines.relevances(ordinals),
            min_relevance=MIN_RELEVANCE if min_relevance is None else min_relevance,
            is_whole=is_whole,
            sample=lines.sample,
        )
    return _report(label_set, lines, overlap, n_new_doc_ids=n_new)


def _registered(collection: Collection, doc_ids: Sequence[str]) -> tuple[int, NDArray[np.int32]]:
    """How many of the doc_ids are new to the collection, and the ordinals of all."""
    n_new = int((docid_map(collection).ordinals_of(doc_ids) < 0).sum())
    return n_new, register_doc_ids(collection=collection, doc_ids=doc_ids)


def _read(path: Path, topic_set: TopicSet, progress: Progress | None) -> LabelLines:
    lines = LabelLines(topic_set.topics.order_by("ordinal").values_list("query_id", flat=True))
    lines.read(read_qrels(path, progress, takes_samples=True))
    return lines


def _refuse_useless(
    lines: LabelLines, overlap: TopicOverlap, sentence: str, least: int | None, *, is_whole: bool
) -> None:
    if lines.n_not_drawn and not lines.n_pairs_by_relevance:
        raise LabelsRefused(
            "No pair of these labels was drawn: by their method all of them were chosen.",
            code="none_drawn",
        )
    if not overlap.in_both:
        raise LabelsRefused(f"Nothing can be labelled: {sentence}", code="no_known_topic")
    if refused := none_relevant(least, max(lines.n_pairs_by_relevance)):
        raise refused
    if is_whole and least is not None and least < MIN_RELEVANCE:
        raise LabelsRefused(
            "Unlisted passages count as 0 if every passage was judged: with a min_relevance of"
            f" {least} it would be relevant. Ask for 1 or more.",
            code="all_relevant",
        )


def _report(
    label_set: LabelSet, lines: LabelLines, overlap: TopicOverlap, *, n_new_doc_ids: int
) -> LabelsReport:
    by_relevance = lines.n_pairs_by_relevance
    return LabelsReport(
        label_set=label_set,
        n_topics=len(overlap.in_both),
        n_pairs=by_relevance.total(),
        n_relevant=count_relevant(by_relevance, label_set.min_relevance),
        n_pairs_by_relevance=dict(sorted(by_relevance.items())),
        n_new_doc_ids=n_new_doc_ids,
        n_unknown_topics=len(overlap.only_in_labels),
        n_pairs_of_unknown_topics=lines.n_pairs_by_unknown_topic.total(),
        unknown_query_ids=overlap.only_in_labels[:N_EXAMPLES],
        n_topics_without_labels=len(overlap.only_in_topics),
        overlap=label_set.report["overlap"],
        n_not_drawn=lines.n_not_drawn,
    )
