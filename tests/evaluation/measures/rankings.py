"""Judged rankings for tests, written as short as the case allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from evaluation.measures import JudgedRanking


def ranking(
    *relevances: int | None, missed: Sequence[int] = (), min_relevance: int = 1, top: int = 4
) -> JudgedRanking:
    """A ranking by the relevance at each rank, None where unjudged; missed was not retrieved."""
    judged = [relevance for relevance in relevances if relevance is not None]
    return JudgedRanking(
        relevance=np.array([relevance or 0 for relevance in relevances], np.int64),
        is_judged=np.array([relevance is not None for relevance in relevances], np.bool_),
        judged=np.array([*judged, *missed], np.int64),
        min_relevance=min_relevance,
        max_relevance=top,
    )


def rank_order(scores: Mapping[str, float]) -> list[str]:
    """Docids by score descending, ties by docid descending as UTF-8 bytes."""
    return sorted(scores, key=lambda doc_id: (scores[doc_id], doc_id.encode()), reverse=True)


def see(
    order: Sequence[str], qrels: Mapping[str, int], *, min_relevance: int = 1, top: int = 4
) -> JudgedRanking:
    """The ranking of these docids, in this order, through one topic's qrels."""
    ordinals = {doc_id: i for i, doc_id in enumerate({**dict.fromkeys(order), **qrels})}
    return JudgedRanking.from_labels(
        np.array([ordinals[doc_id] for doc_id in order], np.int32),
        np.array([ordinals[doc_id] for doc_id in qrels], np.int32),
        np.array(list(qrels.values()), np.int16),
        min_relevance=min_relevance,
        max_relevance=top,
    )
