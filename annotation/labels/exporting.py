"""Labels written as qrels, of passages or of the documents that these are parts of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple, TextIO

import numpy as np

from annotation.exceptions import LabelsRefused
from annotation.labels.arrays import probabilities_by_topic, relevances_by_topic
from annotation.models import LabelSet
from ranking.collections.docid_maps import docid_map
from ranking.collections.documents import placed_passages
from regrade.documents import By, DocumentLabel, DocumentPattern, Place, roll_up_labels
from regrade.exceptions import ExportRefused
from regrade.files.judging.qrels_writer import QrelsForm, write_qrels, write_sample
from regrade.files.outputs import writing

N_NAMED = 3


class Documents(NamedTuple):
    """How labels of passages become labels of documents; without a pattern as it is stored."""

    by: By
    document_of: DocumentPattern | None = None


class PlacedLabel(NamedTuple):
    """A label of a passage with the passage's place."""

    query_id: str
    place: Place
    relevance: int


def placed_labels(label_set: LabelSet, pattern: DocumentPattern | None) -> Iterator[PlacedLabel]:
    """The labels in the order of topics and passages, each with its passage's place.

    Raises:
        LabelsRefused: a labelled passage is of no document.
        RankingError: a doc_id in which the pattern finds no name or no number.
    """
    by_topic = relevances_by_topic(label_set)
    arrays = [ordinals for ordinals, _ in by_topic.values()]
    judged = np.unique(np.concatenate([np.empty(0, np.int32), *arrays])).astype(np.int64)
    passages = list(placed_passages(label_set.collection, judged, pattern))
    if lacking := [doc_id for doc_id, place in passages if place is None]:
        sentence = _of_no_document(label_set, lacking, pattern)
        raise LabelsRefused(sentence, code="no_document")
    places = {
        ordinal: place
        for ordinal, (_, place) in zip(judged.tolist(), passages, strict=True)
        if place is not None
    }
    for query_id, (ordinals, values) in by_topic.items():
        for ordinal, value in zip(ordinals.tolist(), values.tolist(), strict=True):
            yield PlacedLabel(query_id, places[ordinal], value)


def document_labels(
    label_set: LabelSet, documents: Documents, mapping: Mapping[int, int]
) -> Iterator[DocumentLabel]:
    """Labels of documents: topics in their order, documents in byte order.

    Labels of passages take the values of `mapping` before they are rolled up.

    Raises:
        LabelsRefused: a labelled passage is of no document, or the labels are a sample.
        RankingError: a doc_id in which the pattern finds no name or no number.
    """
    if label_set.is_sample:
        raise LabelsRefused(
            f"{label_set.name} is a sample of passages: a document's other passages may not have"
            " been drawn, so its label would be too low. Export labels of passages.",
            code="documents_of_sample",
        )
    labels = (
        DocumentLabel(query_id, place.document_id, mapping.get(value, value))
        for query_id, place, value in placed_labels(label_set, documents.document_of)
    )
    # Labels come topic by topic, so a topic's documents stand together.
    for _, of_topic in groupby(roll_up_labels(labels, documents.by), key=attrgetter("query_id")):
        yield from sorted(of_topic, key=lambda label: label.document_id.encode())


def _of_no_document(
    label_set: LabelSet, lacking: list[str], pattern: DocumentPattern | None
) -> str:
    named = ", ".join(lacking[:N_NAMED]) + (" …" if len(lacking) > N_NAMED else "")
    n = len(lacking)
    are = "1 passage is" if n == 1 else f"{n:,} passages are"
    said = f"Of label set {label_set.name} {are} of no document: {named}."
    if pattern is not None:
        return f"{said} The pattern '{pattern.pattern}' does not match there; choose another one."
    return (
        f"{said} Say by --document-of how doc_ids name documents, or import the collection's files"
        " again with --add and that option."
    )


class LabelExport(NamedTuple):
    """Result of an export.

    `level` is the `trec_eval -l` under which the same labels are relevant.

    It is None where a map gives a relevant value and another one the same or the wrong order, and
    where labels of passages were added up. MS MARCO's form leaves out pairs that are not relevant,
    and so topics without a relevant one. `lacks_probabilities` of a sample in a form that cannot
    say so.
    """

    n_topics: int
    n_pairs: int
    n_negative: int
    level: int | None
    n_pairs_left_out: int = 0
    n_topics_left_out: int = 0
    lacks_probabilities: bool = False


def export_labels(
    *,
    label_set: LabelSet,
    path: Path,
    mapping: Mapping[int, int],
    form: QrelsForm | None = None,
    documents: Documents | None = None,
) -> LabelExport:
    """Export the labels as qrels; the file is created or replaced completely or not at all.

    Without a form a sample is written as prels, other labels as `trec`. With `documents` they are
    labels of documents, made of those of their passages.

    Raises:
        ExportRefused: the path is no plain file, it cannot be written, or the labels have no place
            in that form (see `write_labels`).
        LabelsRefused: a labelled passage is of no document.
    """
    with writing(path) as stream:
        return write_labels(
            stream=stream, label_set=label_set, mapping=mapping, form=form, documents=documents
        )


def write_labels(
    *,
    stream: TextIO,
    label_set: LabelSet,
    mapping: Mapping[int, int],
    form: QrelsForm | None = None,
    documents: Documents | None = None,
) -> LabelExport:
    """Write the labels as qrels: topics in their order, doc_ids in byte order.

    Values that `mapping` does not name stay as they are. Without a form a sample is written as
    prels, other labels as `trec`. Qrels of a sample have to be asked for: they cannot say that it
    is one.

    Raises:
        ExportRefused: an id that nobody could read back; in MS MARCO's form a mapping, documents,
            or no relevant passage at all; prels of labels that are no sample.
        LabelsRefused: documents of a sample.
    """
    form = usual_form(label_set) if form is None else form
    try:
        if form is QrelsForm.MSMARCO:
            done = _write_relevant(stream, label_set, mapping, documents)
        elif label_set.is_sample and form.says_probability and documents is None:
            done = _write_sample(stream, label_set, mapping, form)
        else:
            done = _write_all(stream, label_set, mapping, form, documents)
    except ValueError as error:
        sentence = f"{label_set.name} cannot be written as qrels: {error}."
        raise ExportRefused(sentence, code="labels_unwritable") from error
    return done._replace(lacks_probabilities=label_set.is_sample and not form.says_probability)


def usual_form(label_set: LabelSet) -> QrelsForm:
    """The form in which labels are written where none is asked for: one that says all."""
    return QrelsForm.PRELS if label_set.is_sample else QrelsForm.TREC


def _write_sample(
    stream: TextIO, label_set: LabelSet, mapping: Mapping[int, int], form: QrelsForm
) -> LabelExport:
    drawn = (one for of_topic in _ordered_probabilities(label_set) for one in of_topic)
    lines = [
        (*line, probability)
        for line, probability in zip(_lines(label_set, mapping), drawn, strict=True)
    ]
    return LabelExport(
        n_topics=len({line[0] for line in lines}),
        n_pairs=write_sample(stream, lines, form),
        n_negative=sum(line[2] < 0 for line in lines),
        level=_level(label_set, mapping),
    )


def _write_all(
    stream: TextIO,
    label_set: LabelSet,
    mapping: Mapping[int, int],
    form: QrelsForm,
    documents: Documents | None,
) -> LabelExport:
    if form is QrelsForm.PRELS and not label_set.is_sample:
        raise ValueError("prels are of a sample, and these labels are none")
    found = _lines(label_set, mapping)
    if documents is not None:
        found = iter(document_labels(label_set, documents, mapping))
    lines = list(found)
    is_sum = documents is not None and documents.by == "sum"
    return LabelExport(
        n_topics=len({query_id for query_id, _, _ in lines}),
        n_pairs=write_qrels(stream, lines, form),
        n_negative=sum(value < 0 for _, _, value in lines),
        level=None if is_sum else _level(label_set, mapping),
    )


def _write_relevant(
    stream: TextIO, label_set: LabelSet, mapping: Mapping[int, int], documents: Documents | None
) -> LabelExport:
    """Relevant passages alone, each as 1."""
    if documents is not None:
        raise ValueError("MS MARCO's form is of passages, leave out the documents")
    if mapping:
        raise ValueError("MS MARCO's form holds 1 alone, leave out the map")
    lines = list(_lines(label_set, {}))
    kept = [(topic, doc, 1) for topic, doc, value in lines if value >= label_set.min_relevance]
    if not kept:
        least = label_set.min_relevance
        raise ValueError(
            f"MS MARCO's form holds relevant passages alone, and none is {least} or more"
        )
    n_topics = len({topic for topic, _, _ in kept})
    return LabelExport(
        n_topics=n_topics,
        n_pairs=write_qrels(stream, kept, QrelsForm.MSMARCO),
        n_negative=0,
        level=1,
        n_pairs_left_out=len(lines) - len(kept),
        n_topics_left_out=len({topic for topic, _, _ in lines}) - n_topics,
    )


def _lines(label_set: LabelSet, mapping: Mapping[int, int]) -> Iterator[tuple[str, str, int]]:
    docids = docid_map(label_set.collection)
    for query_id, (ordinals, values) in relevances_by_topic(label_set).items():
        order = np.argsort(docids.docid_rank[ordinals])
        doc_ids = docids.doc_ids_of(ordinals[order])
        for doc_id, value in zip(doc_ids, values[order].tolist(), strict=True):
            yield query_id, doc_id.decode(), mapping.get(value, value)


def _ordered_probabilities(label_set: LabelSet) -> Iterator[list[float]]:
    """Topic by topic, in the order of `_lines`."""
    docids, drawn = docid_map(label_set.collection), probabilities_by_topic(label_set)
    for query_id, (ordinals, _) in relevances_by_topic(label_set).items():
        yield drawn[query_id][np.argsort(docids.docid_rank[ordinals])].tolist()


def _level(label_set: LabelSet, mapping: Mapping[int, int]) -> int | None:
    if not mapping:
        return label_set.min_relevance
    mapped = {value: mapping.get(value, value) for value in label_set.scale}
    relevant = [new for value, new in mapped.items() if value >= label_set.min_relevance]
    others = [new for value, new in mapped.items() if value < label_set.min_relevance]
    lowest = min(relevant, default=max(others, default=0) + 1)
    return None if others and max(others) >= lowest else lowest
