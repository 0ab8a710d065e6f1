from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.labels import Hits, Ints, JudgedTopics
from regrade.measures.measure import MAX_CUTOFF, Measure

FORMS = ("log2", "exp-log2", "jk")
MOST_IN_EXPONENT = 1000  # 2^1024 is no double

GainTable = tuple[tuple[int, float], ...]


@dataclass(frozen=True, kw_only=True)
class GainMeasure(Measure):
    """A measure that sums the gains of ranked passages, each divided by its rank's discount."""

    cutoff_rule = "optional"

    dcg: str = "log2"
    gains: GainTable | None = None
    unjudged: float = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.dcg not in FORMS:
            raise ValueError(f"dcg must be one of {', '.join(map(repr, FORMS))}, not {self.dcg!r}")
        if not _is_gain(self.unjudged):
            raise ValueError(f"unjudged must be a number from 0 up, not {self.unjudged!r}")
        if self.judged_only and self.unjudged:
            raise ValueError("judged_only leaves no unjudged passage that could gain something")
        if self.gains is not None:
            self._check_gains(self.gains)
            object.__setattr__(self, "gains", tuple(sorted(self.gains)))  # one name a table

    @property
    def limits(self) -> tuple[float, float]:
        """An ideal ranking has no unjudged passage: where these gain, a run may do better."""
        low, high = super().limits
        return low, math.inf if self.unjudged else high

    def _check_gains(self, gains: GainTable) -> None:
        if not isinstance(gains, tuple) or not gains:
            raise ValueError(f"gains must be a table, as in {{1:1,2:3}}, not {gains!r}")
        if self.dcg == "exp-log2":
            raise ValueError("gains of one's own and those of dcg='exp-log2' exclude each other")
        for relevance, gain in gains:
            if type(relevance) is not int or relevance < 0:
                raise ValueError(
                    f"gains are by relevance, a whole number from 0 up, not {relevance!r}"
                )
            if not _is_gain(gain):
                raise ValueError(f"a gain must be a number from 0 up, not {gain!r}")

    def check(self, judged: JudgedTopics) -> None:
        super().check(judged)
        highest = int(judged.relevances.max(initial=0))
        if self.dcg == "exp-log2" and highest > MOST_IN_EXPONENT:
            raise ValueError(
                f"{self.name} takes relevance up to {MOST_IN_EXPONENT:,}, since it gains"
                f" 2^relevance, not {highest:,}"
            )

    def cumulated(self, hits: Hits, rankings: JudgedRankings) -> NDArray[np.float64]:
        """Discounted gain of these hits down to the cutoff, summed by topic."""
        if self.cutoff is not None:
            hits = hits.where(hits.ranks <= self.cutoff)
        discounted = self.gain(hits.relevances) / self.discounts(hits.ranks)
        return rankings.per_topic(hits.topics, discounted)

    def gain(self, relevances: Ints) -> NDArray[np.float64]:
        """The gain of judged passages; a negative relevance gains nothing."""
        gains: NDArray[np.float64] = np.maximum(relevances, 0).astype(np.float64)
        if self.dcg == "exp-log2":
            return np.exp2(gains) - 1
        for relevance, gain in self.gains or ():
            gains[relevances == relevance] = gain
        return gains

    def discounts(self, ranks: Ints) -> NDArray[np.float64]:
        return np.log2(np.maximum(ranks, 2) if self.dcg == "jk" else ranks + 1)

    def gained(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        """DCG of the run, with the gains of its unjudged passages."""
        gained = self.cumulated(rankings.hits, rankings)
        if self.unjudged:
            gained += self.unjudged * self._discounts_of_unjudged(rankings)
        return gained

    def _discounts_of_unjudged(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        """Sum of 1 / discount over a topic's unjudged ranks: over all, less those of the hits."""
        depth = np.minimum(rankings.n_retrieved, self.cutoff or MAX_CUTOFF)
        ranks = np.arange(1, depth.max(initial=0) + 1)
        totals = np.concatenate(([0.0], np.cumsum(1 / self.discounts(ranks))))[depth]
        hits = rankings.hits
        chosen = hits.ranks <= depth[hits.topics]
        weights = 1 / self.discounts(hits.ranks[chosen])
        return totals - rankings.per_topic(hits.topics[chosen], weights)


def _is_gain(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value < math.inf  # type: ignore[operator]
