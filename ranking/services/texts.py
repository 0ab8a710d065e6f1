from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ranking.models import Collection
from ranking.models.passage import PassageQuerySet
from regrade.neural.reranker import PassageText


def passage_texts(*, collection: Collection, ordinals: Sequence[int]) -> dict[int, PassageText]:
    """What models read of these passages, by ordinal; passages without text are not in it."""
    return texts_of(collection.passages.filter(ordinal__in=ordinals))


def texts_of(passages: PassageQuerySet) -> dict[int, PassageText]:
    """By ordinal, in the order of the passages; those without text are not in it."""
    rows = passages.with_text().values_list("ordinal", "title", "text")
    return {ordinal: PassageText(title, text or "") for ordinal, title, text in rows}


def count_rankable(*, collection: Collection) -> int:
    """How many passages have a text."""
    return collection.passages.with_text().count()


def ordinals_without_text(*, collection: Collection) -> NDArray[np.int32]:
    """Ordinals of the passages that cannot be ranked by text, ascending."""
    passages = collection.passages.filter(text__isnull=True).order_by("ordinal")
    return np.fromiter(passages.values_list("ordinal", flat=True).iterator(), dtype=np.int32)


def join_title(title: str, text: str | None) -> str:
    """A passage's title and text as one text, joined by a blank."""
    return PassageText(title, text or "").joined
