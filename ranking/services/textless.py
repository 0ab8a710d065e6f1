"""Passages that are known by their doc_id alone, or whose text is empty: nobody can judge them."""

from __future__ import annotations

import numpy as np
from django.db.models import Q
from numpy.typing import NDArray

from ranking.models import Collection, Passage, Run

ROWS = 500


def is_textless(collection: Collection) -> NDArray[np.bool_]:
    """By ordinal, whether there is no text to judge."""
    textless = np.zeros(collection.n_passages, dtype=bool)
    without = Passage.objects.filter(Q(text__isnull=True) | Q(text=""), collection=collection)
    rows = without.order_by().values_list("ordinal", flat=True)
    textless[np.fromiter(rows.iterator(100_000), dtype=np.int64)] = True
    return textless


def count_textless(run: Run) -> int:
    """How many of the passages that a run ranks have no text to judge, each counted once."""
    is_ranked = np.zeros(run.collection.n_passages, dtype=bool)
    for ranking in run.rankings.only("ordinals").iterator(ROWS):
        is_ranked[ranking.ordinals] = True
    return int(np.count_nonzero(is_ranked & is_textless(run.collection)))
