from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ranking.exceptions import RankingError
from ranking.models import Collection, Ranking, Run
from ranking.neural.bi_encoder import BiEncoder
from ranking.services.code_version import code_version
from ranking.services.frozen_models import load_frozen
from ranking.services.store_rankings import ScoredTopics, TopicRanking
from ranking.services.texts import rankable_texts

RANKER = "bert-dot"
CODE_VERSION = code_version("neural", "services/bert_dot.py", "services/texts.py")


def score_topics(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    """Score the passages that the parent of a run has at the top for these topics.

    A passage without text cannot be scored: it stays in its old order below every scored one.

    Raises:
        RankingError: the model is not the one that the run's spec froze.
    """
    spec = run.spec or {}
    encoder = load_frozen(spec["model"])
    tops = [(ranking, ranking.ordinals[: spec["depth"]]) for ranking in _old(run, topic_ids)]
    vectors = _PassageVectors(encoder, run.collection, [ordinals for _, ordinals in tops])
    query_vectors = encoder.encode([ranking.topic.query for ranking, _ in tops])  # (q, d)
    rankings = [
        TopicRanking(ranking.topic_id, ordinals, vectors.dot(query_vector, ordinals))
        for (ranking, ordinals), query_vector in zip(tops, query_vectors, strict=True)
    ]
    return ScoredTopics(rankings, _machine(encoder))


class _PassageVectors:
    """Vectors of all passages of some topics, each encoded once, among others of its length."""

    def __init__(
        self, encoder: BiEncoder, collection: Collection, ordinals: Sequence[NDArray[np.int32]]
    ) -> None:
        wanted = np.unique(np.concatenate(ordinals)).tolist()
        texts = rankable_texts(collection=collection, ordinals=wanted)
        self._rows = {ordinal: row for row, ordinal in enumerate(texts)}
        self._vectors = encoder.encode(list(texts.values())).astype(np.float64)  # (n, d)

    def dot(
        self, query_vector: NDArray[np.float32], ordinals: NDArray[np.int32]
    ) -> NDArray[np.float64]:
        rows = np.array([self._rows.get(ordinal, -1) for ordinal in ordinals.tolist()])
        has_text = rows >= 0
        scores = np.empty(len(rows), dtype=np.float64)
        scores[has_text] = self._vectors[rows[has_text]] @ query_vector.astype(np.float64)
        floor = scores[has_text].min() if has_text.any() else 0.0
        scores[~has_text] = floor - 1 - np.arange((~has_text).sum())
        return scores


def _old(run: Run, topic_ids: Sequence[int]) -> list[Ranking]:
    if run.parent is None:
        raise RankingError(f"Run {run.name} re-ranks no other run.")
    rankings = run.parent.rankings.filter(topic__in=topic_ids).select_related("topic")
    return list(rankings.order_by("topic__ordinal"))


def _machine(encoder: BiEncoder) -> str:
    used = encoder.identity
    return f"{used.device}, torch {used.torch}, transformers {used.transformers}"
