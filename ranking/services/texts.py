from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ranking.models import Collection
from ranking.services.index_options import Fields

ROWS = 2000


def rankable_texts(*, collection: Collection, ordinals: Sequence[int]) -> dict[int, str]:
    """What rankers read of these passages, by ordinal; passages without text are not in it."""
    passages = collection.passages.with_text().filter(ordinal__in=ordinals)
    rows = passages.values_list("ordinal", "title", "text")
    return {ordinal: _join(title, text) for ordinal, title, text in rows}


def iterate_texts_by_doc_id(*, collection: Collection, fields: Fields) -> Iterator[tuple[int, str]]:
    """Ordinal and text of every passage with text, doc_id ascending, without holding them all.

    Belongs into the caller's transaction: outside one the database would first copy them.
    """
    passages = collection.passages.with_text().order_by("doc_id")
    rows = passages.values_list("ordinal", "title", "text").iterator(ROWS)
    for ordinal, title, text in rows:
        yield ordinal, _join(title if "title" in fields else "", text if "text" in fields else "")


def iterate_rankable_texts(*, collection: Collection) -> Iterator[tuple[int, str]]:
    """Every passage with text, in ordinal order, without holding them all."""
    passages = collection.passages.with_text().order_by("ordinal")
    for ordinal, title, text in passages.values_list("ordinal", "title", "text").iterator():
        yield ordinal, _join(title, text)


def count_rankable(*, collection: Collection) -> int:
    """How many passages have a text."""
    return collection.passages.with_text().count()


def ordinals_without_text(*, collection: Collection) -> NDArray[np.int32]:
    """Ordinals of the passages that cannot be ranked by text, ascending."""
    passages = collection.passages.filter(text__isnull=True).order_by("ordinal")
    return np.fromiter(passages.values_list("ordinal", flat=True).iterator(), dtype=np.int32)


def _join(title: str, text: str | None) -> str:
    return f"{title} {text}" if title else text or ""
