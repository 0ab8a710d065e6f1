"""Labels of passages under the documents that these are parts of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from annotation.exceptions import LabelsRefused
from annotation.labels.arrays import relevances_by_topic
from annotation.models import LabelSet
from ranking.collections.documents import placed_passages
from regrade.documents import By, DocumentLabel, DocumentPattern, Place, roll_up_labels

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
        LabelsRefused: a labelled passage is of no document.
        RankingError: a doc_id in which the pattern finds no name or no number.
    """
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
