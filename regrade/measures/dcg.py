from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.gains import GainMeasure
from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import MAX_CUTOFF, ratio

MOST_RANKS = 1000  # that are gone through one by one


@dataclass(frozen=True, kw_only=True)
class Dcg(GainMeasure):
    """Discounted cumulative gain: nDCG without normalization; graded.
    Gains and discounts are those of nDCG.

    DCG@k = sum_{i=1..k} gain(rel_i) / discount(i)

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts.
        dcg: 'log2' (default): gain rel, discount log2(i + 1). 'exp-log2': gain 2^rel - 1,
            discount log2(i + 1). 'jk': gain rel, discount 1 at rank 1 and log2(i) below it.
            A negative relevance gains nothing.
        gains: gain of each relevance value, as in {1:1,2:3}; values not listed gain their own
            relevance.
        unjudged: gain of an unjudged passage, whatever dcg is; 0 by default.

    Returns:
        At least 0, unbounded; 0 when no retrieved passage has gain or the run lacks the topic.

    Raises:
        ValueError: a cutoff below 1, an unknown dcg, a gain below 0, gains or a relevance above
            1,000 together with dcg='exp-log2', or unjudged together with judged_only.

    Source:
        Jarvelin and Kekalainen, TOIS 20(4), 2002 ('jk', with base 2); exponential gain: Burges et
        al., ICML 2005. trec_eval prints nDCG only.
    """

    symbol = "DCG"
    examples = ("DCG@10", "DCG", "DCG(dcg='exp-log2')@10", "DCG(gains={1:1,2:3})@10")

    @property
    def best(self) -> None:
        return None

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return self.gained(rankings)


@dataclass(frozen=True, kw_only=True)
class Ndcg(GainMeasure):
    """Normalized discounted cumulative gain; graded.
    By default with linear gains, discount log2(rank + 1) and no gain for unjudged passages, as in
    trec_eval.

    nDCG@k = DCG@k / IDCG@k,  DCG@k = sum_{i=1..k} gain(rel_i) / discount(i)

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts. It cuts the
            ideal ranking as well.
        dcg: 'log2' (default): gain rel, discount log2(i + 1). 'exp-log2': gain 2^rel - 1, discount
            log2(i + 1). 'jk': gain rel, discount 1 at rank 1 and log2(i) below it, as in the paper
            of 2002. A negative relevance gains nothing.
        gains: gain of each relevance value, as in {1:1,2:3}; values not listed gain their own
            relevance. The ideal ranking follows the gains.
        unjudged: gain of an unjudged passage, whatever dcg is; 0 by default.
        ideal: 'judged' (default): the ideal ranking contains judged passages only, even if unjudged
            ones gain. 'retrieved': it also contains the unjudged passages that the run retrieved,
            so that no value exceeds 1; the ideal then differs between runs.

    Returns:
        In [0, 1], or above 1 if unjudged passages gain more than an ideal ranking of judged ones; 0
        when the ideal ranking has no gain or the run lacks the topic.

    Raises:
        ValueError: a cutoff below 1, an unknown dcg or ideal, a gain below 0, gains or a
            relevance above 1,000 together with dcg='exp-log2', or unjudged together with
            judged_only.

    Source:
        Jarvelin and Kekalainen, TOIS 20(4), 2002 ('jk', with base 2); exponential gain: Burges et
        al., ICML 2005. The default is trec_eval's ndcg and ndcg_cut (m_ndcg.c, m_ndcg_cut.c). These
        have no threshold, so there is no rel; unjudged=1 is their parameter -1=1.
    """

    symbol = "nDCG"
    examples = (
        *("nDCG@10", "nDCG", "nDCG(dcg='exp-log2')@10", "nDCG(gains={1:1,2:3})@10"),
        "nDCG(dcg='jk',unjudged=1)@10",
    )
    trec_eval_name = "ndcg, ndcg_cut"

    ideal: str = "judged"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.ideal not in ("judged", "retrieved"):
            raise ValueError(f"ideal must be 'judged' or 'retrieved', not {self.ideal!r}")

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return ratio(self.gained(rankings), self._ideally_gained(rankings))

    def _ideally_gained(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        if self.unjudged and self.ideal == "retrieved":
            return self._sorted_gains(rankings, self._unjudged_topics(rankings))
        return rankings.judged.once(self, lambda: self._ideally_judged(rankings))

    def _ideally_judged(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        judged = rankings.judged
        n_labels = int(np.diff(judged.starts).max(initial=0))
        if judged.is_on_short_scale and min(self.cutoff or MAX_CUTOFF, n_labels) <= MOST_RANKS:
            return self._ideal_by_ranks(rankings)
        if self.gains is not None:
            return self._sorted_gains(rankings, np.empty(0, np.int64))
        return self.cumulated(judged.ideal, rankings)

    def _ideal_by_ranks(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        """DCG of the judged passages by falling gain, rank after rank over all topics at once."""
        values, counts = rankings.judged.n_by_value
        gains = self.gain(values)
        order = np.argsort(-gains, kind="stable")
        gains, reached = gains[order], counts[:, order].cumsum(axis=1)
        ideal = np.zeros(rankings.n_topics)
        deepest = min(self.cutoff or MAX_CUTOFF, int(reached[:, gains > 0].max(initial=0)))
        gains = np.append(gains, 0.0)
        for rank in range(1, deepest + 1):
            place = (reached < rank).sum(axis=1)
            ideal += gains[place] / self.discounts(np.array(rank))
        return ideal

    def _unjudged_topics(self, rankings: JudgedRankings) -> NDArray[np.int64]:
        """Topic of every unjudged passage that the run retrieved."""
        n_judged = np.bincount(rankings.hits.topics, minlength=rankings.n_topics)
        return np.repeat(np.arange(rankings.n_topics), rankings.n_retrieved - n_judged)

    def _sorted_gains(
        self, rankings: JudgedRankings, unjudged: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """DCG of the judged passages, and of unjudged ones in these topics, by falling gain."""
        judged = rankings.judged
        topics = np.concatenate((judged.topics, unjudged))
        gains = np.concatenate(
            (self.gain(judged.relevances), np.full(unjudged.size, float(self.unjudged)))
        )
        order = np.lexsort((-gains, topics))
        topics, gains = topics[order], gains[order]
        ranks = np.arange(1, topics.size + 1) - np.searchsorted(topics, topics)
        chosen = ranks <= (self.cutoff or ranks.size)
        discounted = gains[chosen] / self.discounts(ranks[chosen])
        return rankings.per_topic(topics[chosen], discounted)
