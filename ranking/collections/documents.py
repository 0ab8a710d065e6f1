"""The documents that passages are parts of: as stored, or as a pattern finds them in doc_ids."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from django.db.models import Max
from numpy.typing import NDArray

from ranking.collections.passages import iterate_doc_ids
from ranking.exceptions import RankingError
from ranking.models import Collection
from regrade.documents import DocumentPattern, Place

AT_ONCE = 10_000


class PlacedPassage(NamedTuple):
    """A passage and where it stands; None where nothing says that it is part of a document."""

    doc_id: str
    place: Place | None


class PositionRange(NamedTuple):
    """How a collection counts positions: from 0 or from 1, and the last of each document."""

    first: int
    last_of: dict[str, int]


def placed_passages(
    collection: Collection, ordinals: NDArray[np.int64], pattern: DocumentPattern | None = None
) -> Iterator[PlacedPassage]:
    """Yield the passages of these ordinals, which ascend, each with its place.

    Raises:
        RankingError: a doc_id in which the pattern finds no name or no number.
    """
    for start in range(0, ordinals.size, AT_ONCE):
        here = ordinals[start : start + AT_ONCE].tolist()
        rows = collection.passages.filter(ordinal__in=here).order_by("ordinal")
        for doc_id, document_id, position in rows.values_list(
            "doc_id", "document_id", "position_in_document"
        ):
            if pattern is not None:
                place = _found(pattern, doc_id)
            else:
                place = None if document_id is None else Place(document_id, position)
            yield PlacedPassage(doc_id, place)


def first_position(collection: Collection) -> int:
    """The lowest position in the collection: 0 if a passage has that position, otherwise 1."""
    return 0 if collection.passages.filter(position_in_document=0).exists() else 1


def position_range(collection: Collection, pattern: DocumentPattern | None) -> PositionRange:
    """The first position in the collection and the last one of each of its documents.

    It reads all passages of the collection, whether they are judged or not.
    """
    if pattern is None:
        known = collection.passages.filter(position_in_document__isnull=False).order_by()
        rows = known.values_list("document_id").annotate(last=Max("position_in_document"))
        last_of = {document_id or "": last for document_id, last in rows}
        return PositionRange(first_position(collection), last_of)
    first, last_of = 1, dict[str, int]()
    for doc_id in iterate_doc_ids(collection=collection, first_ordinal=0):
        place = _found(pattern, doc_id)
        if place is not None and place.position is not None:
            first = min(first, place.position)
            last_of[place.document_id] = max(place.position, last_of.get(place.document_id, 0))
    return PositionRange(first, last_of)


def _found(pattern: DocumentPattern, doc_id: str) -> Place | None:
    try:
        return pattern.place(doc_id)
    except ValueError as error:
        sentence = str(error)
        raise RankingError(f"{sentence[0].upper()}{sentence[1:]}.", code="place_refused") from error
