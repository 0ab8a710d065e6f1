"""Texts of passages; a passage without text, or with an empty one, cannot be judged."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from django.db.models import Q, QuerySet
from numpy.typing import NDArray

from ranking.models import Collection, Passage, Run
from ranking.models.passage import PassageQuerySet
from regrade.neural.reranker import PassageText


def passage_texts(*, collection: Collection, ordinals: Sequence[int]) -> dict[int, PassageText]:
    """The texts that models read, by ordinal; passages without text are left out."""
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


ROWS = 500


def is_textless(collection: Collection) -> NDArray[np.bool_]:
    """By ordinal, whether there is no text to judge."""
    textless = np.zeros(collection.n_passages, dtype=bool)
    rows = _without_text(collection).values_list("ordinal", flat=True)
    textless[np.fromiter(rows.iterator(100_000), dtype=np.int64)] = True
    return textless


def textless_among(collection: Collection, ordinals: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of the passages that have no text to judge, without a look at the others."""
    rows = _without_text(collection).filter(ordinal__in=ordinals.tolist())
    return np.fromiter(rows.values_list("ordinal", flat=True).iterator(), dtype=np.int64)


def _without_text(collection: Collection) -> QuerySet[Passage]:
    without = Passage.objects.filter(Q(text__isnull=True) | Q(text=""), collection=collection)
    return without.order_by()


def count_textless(run: Run) -> int:
    """How many of the passages that a run ranks have no text to judge, each counted once."""
    is_ranked = np.zeros(run.collection.n_passages, dtype=bool)
    for ranking in run.rankings.only("ordinals").iterator(ROWS):
        is_ranked[ranking.ordinals] = True
    return int(np.count_nonzero(is_ranked & is_textless(run.collection)))
