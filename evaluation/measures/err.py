from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.measures.judged_rankings import JudgedRankings
from evaluation.measures.labels import Ints
from evaluation.measures.measure import Measure


@dataclass(frozen=True, kw_only=True)
class ExpectedReciprocalRank(Measure):
    """Expected 1 / rank at which a reader is satisfied and stops; graded, exponential gains.

    ERR@k = sum_{i=1..k} 1/i * s_i * prod_{j<i} (1 - s_j),  s_i = (2^rel_i - 1) / 2^max

    Args:
        cutoff: k, counted in ranks from 1; required. The top of the label set's scale is
            `max`, also where no passage of the topic reaches it. An unjudged passage and one
            of negative relevance satisfy nobody, as if their relevance were 0.

    Returns:
        In [0, 1); 0 when no passage has gain or the run lacks the topic.

    Raises:
        ValueError: no cutoff, one below 1, or a relevance above the top of the scale.

    Source:
        Chapelle, Metzler, Zhang and Grinspan, CIKM 2009. gdeval.pl of the TREC Web Track gives
        the same on a scale that ends at 4, which it takes for granted. Not in trec_eval.
    """

    symbol = "ERR"
    examples = ("ERR@20",)
    cutoff_rule = "required"

    cutoff: int

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        top = rankings.judged.max_relevance
        highest = rankings.judged.relevances.max(initial=top)
        if highest > top:
            raise ValueError(f"relevance {highest} is above the top of the scale, {top}")
        hits = rankings.hits
        hits = hits.where((hits.relevances > 0) & (hits.ranks <= self.cutoff))
        satisfied = np.exp2(hits.relevances - top) - np.exp2(-float(top))  # (n_hits,)
        reached = _product_above(1 - satisfied, hits.topics)  # (n_hits,)
        return rankings.per_topic(hits.topics, satisfied * reached / hits.ranks)


def _product_above(factors: NDArray[np.float64], topics: Ints) -> NDArray[np.float64]:
    """For each hit, the product of the factors of those above it in its topic."""
    starts = np.flatnonzero(np.diff(topics, prepend=-1))
    products = [np.cumprod(part) for part in np.split(factors, starts[1:])]
    above = np.concatenate(([1.0], *products))[:-1]
    above[starts] = 1.0
    return above
