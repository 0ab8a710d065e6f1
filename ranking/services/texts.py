from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ranking.models import Collection


def rankable_texts(*, collection: Collection, ordinals: Sequence[int]) -> dict[int, str]:
    """What rankers read of these passages, by ordinal; passages without text are not in it."""
    passages = collection.passages.with_text().filter(ordinal__in=ordinals)
    rows = passages.values_list("ordinal", "title", "text")
    return {ordinal: join_title(title, text) for ordinal, title, text in rows}


def count_rankable(*, collection: Collection) -> int:
    """How many passages have a text."""
    return collection.passages.with_text().count()


def ordinals_without_text(*, collection: Collection) -> NDArray[np.int32]:
    """Ordinals of the passages that cannot be ranked by text, ascending."""
    passages = collection.passages.filter(text__isnull=True).order_by("ordinal")
    return np.fromiter(passages.values_list("ordinal", flat=True).iterator(), dtype=np.int32)


def join_title(title: str, text: str | None) -> str:
    """A passage's title and text as one text, joined by a blank."""
    return f"{title} {text}" if title else text or ""
