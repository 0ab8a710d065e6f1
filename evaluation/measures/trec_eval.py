from __future__ import annotations

from abc import abstractmethod
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import pytrec_eval
from numpy.typing import NDArray

from evaluation.measures.judged_ranking import JudgedRanking
from evaluation.measures.measure import BinaryMeasure, Measure


class TrecEvalMeasure(Measure):
    """A measure that trec_eval defines and computes."""

    @property
    @abstractmethod
    def trec_name(self) -> str:
        """What trec_eval calls it, cutoff included, as in P_5."""

    @abstractmethod
    def threshold(self, min_relevance: int) -> int:
        """The relevance level (trec_eval -l) to compute it at, at least 1."""

    def from_trec_eval(self, value: float) -> float:
        """This measure's value, given the one that trec_eval computed."""
        return value

    def score(self, rankings: Sequence[JudgedRanking]) -> NDArray[np.float64]:
        return score_by_trec_eval((self,), rankings)[self.name]


@dataclass(frozen=True, kw_only=True)
class BinaryTrecEvalMeasure(BinaryMeasure, TrecEvalMeasure):
    """A binary measure of trec_eval, which knows thresholds from 1 up."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rel is not None and self.rel < 1:
            raise ValueError(f"rel must be at least 1 in a measure of trec_eval, not {self.rel}")

    def threshold(self, min_relevance: int) -> int:
        threshold = super().threshold(min_relevance)
        if threshold < 1:
            raise ValueError(
                f"{self.name} cannot take relevance {threshold} as relevant, since trec_eval's "
                f"thresholds start at 1: name one, as in {replace(self, rel=1).name}"
            )
        return threshold


def score_by_trec_eval(
    measures: Collection[TrecEvalMeasure], rankings: Sequence[JudgedRanking]
) -> dict[str, NDArray[np.float64]]:
    """Values of several measures by canonical name, one trec_eval call per relevance level.

    Raises:
        ValueError: the rankings have different thresholds, a threshold is below 1, or a
            retrieved passage's relevance is missing from the judged ones.
    """
    if not rankings:
        return {measure.name: np.empty(0) for measure in measures}
    min_relevance = _shared_threshold(rankings)
    levels: defaultdict[int, list[TrecEvalMeasure]] = defaultdict(list)
    for measure in measures:
        levels[measure.threshold(min_relevance)].append(measure)
    scores: dict[str, NDArray[np.float64]] = {}
    for level, group in levels.items():
        rows = _run_trec_eval({measure.trec_name for measure in group}, rankings, level)
        scores |= {measure.name: _column(measure, rows) for measure in group}
    return scores


def _shared_threshold(rankings: Sequence[JudgedRanking]) -> int:
    thresholds = {ranking.min_relevance for ranking in rankings}
    if len(thresholds) > 1:
        raise ValueError(f"rankings of one label set share a threshold, got {sorted(thresholds)}")
    return thresholds.pop()


def _run_trec_eval(
    names: set[str], rankings: Sequence[JudgedRanking], level: int
) -> list[dict[str, float]]:
    """trec_eval's values by its own names, a dictionary per ranking; empty where it gave none."""
    given = {str(i): ranking for i, ranking in enumerate(rankings) if _is_safe(ranking)}
    qrels = {topic: _qrels(ranking) for topic, ranking in given.items()}
    run = {topic: _scores(ranking.relevance.size) for topic, ranking in given.items()}
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, names, relevance_level=level)
    results: dict[str, dict[str, float]] = evaluator.evaluate(run)
    return [results.get(str(i), {}) for i in range(len(rankings))]


def _is_safe(ranking: JudgedRanking) -> bool:
    """Whether trec_eval can take the topic: it crashes where every relevance is negative."""
    return ranking.relevance.size > 0 and ranking.judged.max(initial=-1) >= 0


def _qrels(ranking: JudgedRanking) -> dict[str, int]:
    """The topic's judgments, where a retrieved passage is called by its place in the ranking."""
    places = np.flatnonzero(ranking.is_judged)
    retrieved = ranking.relevance[places].tolist()
    unretrieved = Counter(ranking.judged.tolist())
    unretrieved.subtract(retrieved)
    if min(unretrieved.values(), default=0) < 0:
        raise ValueError("a retrieved passage's relevance is missing from the judged ones")
    named = zip(map(str, places.tolist()), retrieved, strict=True)
    return dict(named) | {f"u{i}": r for i, r in enumerate(unretrieved.elements())}


@lru_cache(maxsize=32)
def _scores(n_retrieved: int) -> dict[str, float]:
    """Scores that keep the order given: trec_eval sorts by float32 score, then by docid.

    Rankings of one length share this dictionary, which trec_eval only reads.
    """
    return {str(place): float(n_retrieved - place) for place in range(n_retrieved)}


def _column(measure: TrecEvalMeasure, rows: list[dict[str, float]]) -> NDArray[np.float64]:
    name = measure.trec_name
    values = (measure.from_trec_eval(row[name]) if row else measure.worst for row in rows)
    return np.fromiter(values, np.float64, len(rows))
