from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.labels import Ints
from regrade.measures.measure import MAX_CUTOFF, Measure, ratio

DEFAULT_DEPTH = 1000  # that of the authors' program
MAX_DEPTH = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Compatibility(Measure):
    """Compatibility: rank-biased overlap with the nearest ideal ranking; graded, on preferences.
    Preferences may be fractions; on plain labels, the relevance is used. The ideal ranking lists
    the passages with a preference above 0, highest first, tied ones in the run's order.

    Compat(p)@k = RBO / RBO of the ideal ranking with itself,
    RBO = sum_{d=1..k} p^(d - 1) * |first d of the run and of the ideal in common| / d
          / sum_{d=1..k} p^(d - 1)

    Args:
        cutoff: k, the depth to which both are compared; 1000 by default. If a list is shorter than
            depth d, all of it counts. Unjudged passages are not in the ideal ranking.
        p: persistence, above 0 and below 1; 0.95 by default.
        normalize: True (default) divides by the ideal ranking's own value, which is below 1 if it
            is shorter than k.

    Returns:
        In [0, 1]; 0 when no passage is preferred or the run lacks the topic.

    Raises:
        ValueError: a cutoff outside 1 to 1,000,000, or p not between 0 and 1.

    Source:
        Clarke, Vtyurina and Smucker, TOIS 39(3), 2021; without normalization: Clarke, Smucker and
        Vtyurina, CIKM 2020. Their compatibility.py gives the same unless scores are tied; it ranks
        tied passages by docid ascending and leaves out topics without a preferred passage.
        ir_measures stops at the end of the longer list instead of at 1000. Not in trec_eval.
    """

    symbol = "Compat"
    examples = ("Compat", "Compat(p=0.9)@100", "Compat(normalize=False)")
    cutoff_rule = "optional"
    reads = "preferences"

    p: float = 0.95
    normalize: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.p) not in (int, float) or not 0 < self.p < 1:
            raise ValueError(f"p must be above 0 and below 1, not {self.p!r}")
        if type(self.normalize) is not bool:
            raise ValueError(f"normalize must be True or False, not {self.normalize!r}")
        if self.cutoff is not None and self.cutoff > MAX_DEPTH:
            raise ValueError(f"the cutoff must be from 1 to {MAX_DEPTH:,}, not {self.cutoff}")

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        topics, ranks, ideal_ranks = _ideal(rankings)
        weights = np.float_power(self.p, np.arange(self.cutoff or DEFAULT_DEPTH))
        overlaps = self._overlaps(rankings, weights, topics, np.maximum(ranks, ideal_ranks))
        if not self.normalize:
            return overlaps / float(weights.sum())
        return ratio(overlaps, self._overlaps(rankings, weights, topics, ideal_ranks))

    def _overlaps(
        self, rankings: JudgedRankings, weights: NDArray[np.float64], topics: Ints, since: Ints
    ) -> NDArray[np.float64]:
        """Weighted overlap of two lists, of whose common passages each counts from a depth on."""
        depths = np.arange(1, weights.size + 1)
        from_depth = np.cumsum((weights / depths)[::-1])[::-1]
        chosen = since <= weights.size
        return rankings.per_topic(topics[chosen], from_depth[since[chosen] - 1])


def _ideal(rankings: JudgedRankings) -> tuple[Ints, Ints, Ints]:
    """Preferred passages: topic, rank in the run or one that is out of reach, rank in the ideal."""
    judged = rankings.judged
    degrees = judged.relevances if judged.preferences is None else judged.preferences
    ranks = np.full(degrees.size, MAX_CUTOFF + 1)
    listed = rankings.hits.where(rankings.hits.labels >= 0)
    ranks[listed.labels] = listed.ranks
    labels = np.flatnonzero(degrees > 0)
    order = labels[np.lexsort((ranks[labels], -degrees[labels], judged.topics[labels]))]
    topics = judged.topics[order]
    ideal_ranks = np.arange(1, topics.size + 1) - np.searchsorted(topics, topics)
    return topics, ranks[order], ideal_ranks
