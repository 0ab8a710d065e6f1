from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ranking.collections.texts import passage_texts
from ranking.exceptions import RankingError, UnusableScores
from ranking.models import Ranking, Run
from ranking.rankers.frozen_models import load_frozen
from ranking.rankers.neural_rankers import neural_ranker
from ranking.runs.storing import ScoredTopics, TopicPairScores, TopicRanking
from regrade.code_version import code_version
from regrade.neural.pairs.aggregation import AGGREGATIONS
from regrade.neural.reranker import Candidates

CODE_VERSION = code_version(
    "regrade/neural",
    "ranking/rankers/frozen_models.py",
    "ranking/rankers/neural_rankers.py",
    "ranking/rankers/candidates.py",
    "ranking/collections/texts.py",
)
AGGREGATION = "sym-sum"
# Some batches full; tokenizing them goes on while the GPU computes.
GPU_PAIRS = 8192


def score_candidates(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    """Score the top passages of a run's parent for these topics.

    A passage without text cannot be scored: it stays in its old order below every scored one.
    What compares pairs gives its probabilities as well, and their sums as scores.

    Raises:
        RankingError: the model is not the one that the run's spec froze, or cannot be loaded.
        UnusableScores: a score is not a finite number.
    """
    spec = run.spec or {}
    loaded = load_frozen(spec)
    tops = _tops(run, topic_ids)
    candidates = _candidates(run, tops)
    compares = neural_ranker(spec["ranker"]).compares_pairs
    try:
        if compares:
            return _compare(loaded.ranker, tops, candidates, loaded.compute.machine)
        scores = loaded.ranker.score([one for one, _ in candidates])
    except ValueError as error:
        raise UnusableScores(f"Run {run.name}: {error}.") from error
    rankings = [
        TopicRanking(top.topic_id, top.ordinals, _with_textless(of_topic, has_text))
        for top, (_, has_text), of_topic in zip(tops, candidates, scores, strict=True)
    ]
    return ScoredTopics(rankings, loaded.compute.machine)


def topics_at_once(run: Run) -> int | None:
    """Topics per call: one on a CPU; on a GPU as many as fill a window of pairs.

    A search is one pass over all vectors for all topics together: None.
    """
    if run.parent is None:
        return None
    spec = run.spec or {}
    if load_frozen(spec).compute.device.type == "cpu":
        return 1
    return n_topics_of(GPU_PAIRS, ranker=spec["ranker"], depth=min(spec["depth"], run.parent.depth))


def n_topics_of(n_pairs: int, *, ranker: str, depth: int) -> int:
    """How many topics of that many passages make some pairs to score; one at least."""
    of_topic = depth * (depth - 1) if neural_ranker(ranker).compares_pairs else depth
    return max(1, n_pairs // max(1, of_topic))


def _compare(
    ranker: Any,
    tops: Sequence[Ranking],
    candidates: Sequence[tuple[Candidates, NDArray[np.bool_]]],
    machine: str,
) -> ScoredTopics:
    matrices = ranker.pair_probabilities([one for one, _ in candidates])
    rankings, pairs = [], []
    for top, (_, has_text), p in zip(tops, candidates, matrices, strict=True):
        scores = AGGREGATIONS[AGGREGATION].score(p)
        rankings.append(TopicRanking(top.topic_id, top.ordinals, _with_textless(scores, has_text)))
        pairs.append(TopicPairScores(top.topic_id, top.ordinals[has_text], p))
    return ScoredTopics(rankings, machine, pairs)


def _tops(run: Run, topic_ids: Sequence[int]) -> list[Ranking]:
    if run.parent is None:
        raise RankingError(f"Run {run.name} re-ranks no other run.", code="no_parent")
    rankings = run.parent.rankings.filter(topic__in=topic_ids).select_related("topic")
    tops = list(rankings.order_by("topic__ordinal"))
    for top in tops:
        top.ordinals = top.ordinals[: (run.spec or {})["depth"]]
    return tops


def _candidates(run: Run, tops: Sequence[Ranking]) -> list[tuple[Candidates, NDArray[np.bool_]]]:
    """The passages with text of each topic, and which of all they are."""
    wanted = np.unique(np.concatenate([top.ordinals for top in tops])).tolist() if tops else []
    texts = passage_texts(collection=run.collection, ordinals=wanted)
    found = []
    for top in tops:
        has_text = np.array([ordinal in texts for ordinal in top.ordinals.tolist()], dtype=bool)
        passages = [texts[ordinal] for ordinal in top.ordinals[has_text].tolist()]
        found.append((Candidates(top.topic.query, passages), has_text))
    return found


def _with_textless(scored: NDArray[np.float64], has_text: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Scores of all passages, those without text in their old order below the others."""
    scores = np.empty(len(has_text), dtype=np.float64)
    scores[has_text] = scored
    floor = scored.min() if scored.size else 0.0
    scores[~has_text] = floor - 1 - np.arange((~has_text).sum())
    return scores
