"""Positions of a label set's relevant passages in their documents."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from annotation.exceptions import LabelsRefused
from annotation.labels.exporting import placed_labels
from annotation.models import LabelSet
from ranking.collections.documents import PositionRange, first_position, position_range
from ranking.models import Collection
from ranking.models.fields import n_bytes
from regrade.documents import DocumentPattern, PositionShare, relevance_by_position, tenths
from regrade.documents.positions import N_TENTHS


class PositionOptions(NamedTuple):
    """How to group: by position, with those beyond `up_to` together, or by tenth of the document.

    Documents are those that `document_of` finds in doc_ids, or else the stored ones.
    """

    up_to: Annotated[
        int | None,
        {
            "min_value": 1,
            "max_value": 10_000,
            "help_text": "Positions beyond it are one row; left out, each has its own.",
        },
    ] = None
    by_tenths: bool = False
    document_of: DocumentPattern | None = None


class LabelPositions(NamedTuple):
    """The shares, and the number of labels left out: their documents are too short for tenths."""

    rows: list[PositionShare]
    n_labels: int
    n_left_out: int


def label_positions(label_set: LabelSet, options: PositionOptions) -> LabelPositions:
    """Share of relevant passages among those judged at each position, with its interval.

    A label is relevant from the set's `min_relevance` on. Positions count from 1 here, whatever
    the collection counts from: from 0 where any of its passages has that position. By tenths, a
    document has as many passages as its last position in the collection says; documents with
    fewer than ten are left out.

    Raises:
        LabelsRefused: a labelled passage has no document, or no position in it.
        RankingError: a doc_id in which the pattern finds no name or no number.
        ValueError: `up_to` below 1.
    """
    labels = list(placed_labels(label_set, options.document_of))
    for _, place, _ in labels:
        if place.position is None:
            raise LabelsRefused(
                f"Of label set {label_set.name} a passage of document {place.document_id} has no"
                " position there; give --document-of a second group, for the position.",
                code="no_position",
            )
    known = _known(label_set.collection, options)
    positions = np.array([place.position for _, place, _ in labels], np.int64) - known.first + 1
    is_relevant = np.array([value >= label_set.min_relevance for *_, value in labels], np.bool_)
    if not options.by_tenths:
        rows = relevance_by_position(positions, is_relevant, up_to=options.up_to)
        return LabelPositions(rows, len(labels), 0)
    n_passages = np.array([_length(known, place.document_id) for _, place, _ in labels], np.int64)
    is_long = n_passages >= N_TENTHS
    found = tenths(positions[is_long], n_passages[is_long])
    rows = relevance_by_position(found, is_relevant[is_long])
    return LabelPositions(rows, len(labels), int((~is_long).sum()))


def knows_positions(label_set: LabelSet) -> bool:
    """Whether the passages of the first labelled topic have a stored position; reads no other."""
    labelled = label_set.topic_labels.alias(n=n_bytes("ordinals")).filter(n__gt=0)
    first = labelled.order_by("topic__ordinal").first()
    if first is None:
        return False
    passages = label_set.collection.passages.filter(ordinal__in=list(first.ordinals))
    return passages.filter(position_in_document__isnull=False).exists()


def _known(collection: Collection, options: PositionOptions) -> PositionRange:
    """The range of positions; document ends only when needed, since that reads all passages."""
    if options.document_of is None and not options.by_tenths:
        return PositionRange(first_position(collection), {})
    return position_range(collection, options.document_of)


def _length(known: PositionRange, document_id: str) -> int:
    return known.last_of[document_id] - known.first + 1
