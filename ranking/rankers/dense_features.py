"""Vectors of a collection's passages, as a bi-encoder's run has them, for learners to train on."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ranking.exceptions import RankingError
from ranking.models import Run
from ranking.rankers.word_features import FeatureRows, rows_by_ordinal, without_body

if TYPE_CHECKING:
    from regrade.active.features import DenseFeatures
    from regrade.active.row_kernel import Rows

BI_ENCODER = "bert-dot"


def refuse_not_dense(run: Run) -> None:
    """Refuse a run that has not one vector a passage.

    Raises:
        RankingError: another ranker made it, or it was imported.
    """
    if (run.spec or {}).get("ranker") != BI_ENCODER:
        raise RankingError(
            f"{run.name} has no vectors of passages to learn from: name a run that {BI_ENCODER}"
            " computed here.",
            code="no_vectors",
            field="vectors_of",
        )


def open_dense_features(run: Run) -> FeatureRows[DenseFeatures]:
    """The vectors of all passages with a text of the run's collection, by the run's model.

    They are computed first where they are not kept. All are in memory: 1.5 GB for a million of 384
    dimensions.

    Raises:
        RankingError: the run has none, or its model cannot be loaded any more.
    """
    refuse_not_dense(run)
    run.collection.refresh_from_db(fields=["n_passages", "text_version"])
    return _opened(run.pk, run.collection.text_version)


def topic_row(run: Run, text: str) -> Rows:
    """The vector of a topic's text, as one row."""
    return _topic_row(run.pk, text)


@lru_cache(maxsize=1)
def _opened(run_id: int, text_version: int) -> FeatureRows[DenseFeatures]:
    # They load torch and numba, and web processes plan campaigns without them.
    from ranking.rankers.retrieving import vectors_of
    from regrade.active.features import DenseFeatures

    run = Run.objects.select_related("collection").get(pk=run_id)
    found = list(vectors_of(run))
    vectors = np.concatenate([block for _, block in found])
    ordinals: NDArray[np.int64] = np.concatenate([block for block, _ in found]).astype(np.int64)
    has_body = ~np.isin(ordinals, [*without_body(run.collection)])
    vectors, ordinals = vectors[has_body], ordinals[has_body]
    rows = rows_by_ordinal(ordinals, run.collection.n_passages)
    return FeatureRows(DenseFeatures(vectors), ordinals, rows)


@lru_cache(maxsize=1024)
def _topic_row(run_id: int, text: str) -> Rows:
    from ranking.rankers.retrieving import query_vector
    from regrade.active.features import DenseFeatures

    run = Run.objects.select_related("collection").get(pk=run_id)
    vector = query_vector(run, text)
    return DenseFeatures(vector[None]).topic(vector)
