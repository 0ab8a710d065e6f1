from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.measures.judged_rankings import JudgedRankings
from evaluation.measures.labels import Hits, Ints
from evaluation.measures.measure import MAX_CUTOFF, Measure, ratio

FORMS = ("log2", "exp-log2", "jk")


@dataclass(frozen=True, kw_only=True)
class Ndcg(Measure):
    """Normalized discounted cumulative gain; graded. By default linear gains, discount
    log2(rank + 1) and no gain for unjudged passages, as in trec_eval.

    nDCG@k = DCG@k / IDCG@k,  DCG@k = sum_{i=1..k} gain(rel_i) / discount(i)

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts. It cuts the
            ideal ranking as well.
        dcg: 'log2' (default): gain rel, discount log2(i + 1). 'exp-log2': gain 2^rel - 1,
            discount log2(i + 1). 'jk': gain rel, discount 1 at rank 1 and log2(i) below it,
            the form of 2002. A negative relevance gains nothing.
        unjudged: gain of an unjudged passage itself, in every form; 0 by default. The ideal
            ranking stays with the judged passages.

    Returns:
        In [0, 1], but above 1 where an unjudged gain exceeds what the ideal offers; 0 when no
        judged passage has gain or the run lacks the topic.

    Raises:
        ValueError: a cutoff below 1, an unknown dcg, or an unjudged gain below 0.

    Source:
        Jarvelin and Kekalainen, TOIS 20(4), 2002 ('jk', with base 2); exponential gain: Burges
        et al., ICML 2005. The default is trec_eval's ndcg and ndcg_cut (m_ndcg.c,
        m_ndcg_cut.c), which know no threshold, and so takes no rel.
    """

    symbol = "nDCG"
    examples = ("nDCG@10", "nDCG", "nDCG(dcg='exp-log2')@10", "nDCG(dcg='jk',unjudged=1)@10")
    cutoff_rule = "optional"
    trec_eval_name = "ndcg, ndcg_cut"

    dcg: str = "log2"
    unjudged: float = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.dcg not in FORMS:
            raise ValueError(f"dcg must be one of {', '.join(map(repr, FORMS))}, not {self.dcg!r}")
        if not isinstance(self.unjudged, int | float) or not 0 <= self.unjudged < math.inf:
            raise ValueError(f"unjudged must be a number from 0 up, not {self.unjudged!r}")

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        hits = rankings.hits
        gained = self._cumulated(hits, rankings)
        if self.unjudged:
            gained += self.unjudged * self._discounts_of_unjudged(rankings)
        return ratio(gained, self._cumulated(rankings.judged.ideal, rankings))

    def _cumulated(self, hits: Hits, rankings: JudgedRankings) -> NDArray[np.float64]:
        """DCG per topic of what these hits gain."""
        chosen = hits.relevances > 0
        if self.cutoff is not None:
            chosen &= hits.ranks <= self.cutoff
        gains = self._gains(hits.relevances[chosen]) / self._discounts(hits.ranks[chosen])
        return rankings.per_topic(hits.topics[chosen], gains)

    def _discounts_of_unjudged(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        """Sum of 1 / discount over a topic's unjudged ranks: over all, less those of the hits."""
        depth = np.minimum(rankings.n_retrieved, self.cutoff or MAX_CUTOFF)
        ranks = np.arange(1, depth.max(initial=0) + 1)
        totals = np.concatenate(([0.0], np.cumsum(1 / self._discounts(ranks))))[depth]
        hits = rankings.hits
        chosen = hits.ranks <= depth[hits.topics]
        weights = 1 / self._discounts(hits.ranks[chosen])
        return totals - rankings.per_topic(hits.topics[chosen], weights)

    def _gains(self, relevances: Ints) -> NDArray[np.float64]:
        gains = relevances.astype(np.float64)
        return np.exp2(gains) - 1 if self.dcg == "exp-log2" else gains

    def _discounts(self, ranks: Ints) -> NDArray[np.float64]:
        return np.log2(np.maximum(ranks, 2) if self.dcg == "jk" else ranks + 1)
