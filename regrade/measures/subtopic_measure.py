from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.labels import Ints
from regrade.measures.measure import BinaryMeasure, ratio
from regrade.measures.novelty import Answers, answers, ideal_ranks, n_answerable


@dataclass(frozen=True, kw_only=True)
class SubtopicMeasure(BinaryMeasure):
    """A measure on labels by subtopic, each relevant or not."""

    reads = "subtopics"

    def found(self, rankings: JudgedRankings) -> Answers:
        """What the run finds down to the cutoff."""
        hits = rankings.hits.where(rankings.hits.labels >= 0)
        if self.cutoff is not None:
            hits = hits.where(hits.ranks <= self.cutoff)
        ranks = np.zeros(rankings.judged.relevances.size, np.int64)
        ranks[hits.labels] = hits.ranks
        return answers(rankings.judged, self.threshold(rankings.judged), ranks)

    def n_subtopics(self, rankings: JudgedRankings) -> Ints:
        """shape (n_topics,). Subtopics for which some passage is relevant."""
        return n_answerable(rankings.judged, self.threshold(rankings.judged))


@dataclass(frozen=True, kw_only=True)
class NoveltyMeasure(SubtopicMeasure):
    """A measure that values a passage less for a subtopic that those above it answered."""

    alpha: float = 0.5

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.alpha) not in (int, float) or not 0 <= self.alpha <= 1:
            raise ValueError(f"alpha must be from 0 to 1, not {self.alpha!r}")

    @abstractmethod
    def weights(self, ranks: Ints) -> NDArray[np.float64]:
        """What a gain counts at each rank."""

    def bound(self) -> float:
        """What a subtopic gains at most down to the cutoff: all passages are relevant for it."""
        ranks = np.arange(1, (self.cutoff or 0) + 1)
        return float(np.sum(np.float_power(1 - self.alpha, ranks - 1) * self.weights(ranks)))

    def by_bound(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        """The gain, relative to that of passages that each answered every subtopic."""
        most = self.bound() * self.n_subtopics(rankings).astype(np.float64)
        return ratio(self.gained(rankings), most)

    def gained(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return self._cumulated(rankings, self.found(rankings))

    def gained_by_ideal(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        judged = rankings.judged
        threshold = self.threshold(judged)
        ranks = ideal_ranks(judged, threshold, self.alpha, self.cutoff)
        return self._cumulated(rankings, answers(judged, threshold, ranks))

    def _cumulated(self, rankings: JudgedRankings, found: Answers) -> NDArray[np.float64]:
        gains = np.float_power(1 - self.alpha, found.n_above)
        return rankings.per_topic(found.topics, gains * self.weights(found.ranks))


@dataclass(frozen=True, kw_only=True)
class ShareOfIdeal(NoveltyMeasure):
    """The gain as a share of that of the ideal ranking."""

    @property
    def limits(self) -> tuple[float, float]:
        """Greed makes the ideal ranking, which need not be the best: a run may pass it."""
        return 0.0, math.inf

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return ratio(self.gained(rankings), self.gained_by_ideal(rankings))


@dataclass(frozen=True, kw_only=True)
class PatienceMeasure(NoveltyMeasure):
    """A measure whose reader continues to the next passage with probability beta."""

    beta: float = 0.5

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.beta) not in (int, float) or not 0 < self.beta < 1:
            raise ValueError(f"beta must be above 0 and below 1, not {self.beta!r}")

    def weights(self, ranks: Ints) -> NDArray[np.float64]:
        return np.float_power(self.beta, ranks - 1)
