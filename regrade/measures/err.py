from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.labels import Hits, Ints, JudgedTopics
from regrade.measures.measure import Measure, ratio


@dataclass(frozen=True, kw_only=True)
class ExpectedReciprocalRank(Measure):
    """Expected reciprocal rank at which a reader is satisfied; graded, with exponential gains.

    ERR@k = sum_{i=1..k} 1/i * s_i * prod_{j<i} (1 - s_j),  s_i = (2^rel_i - 1) / 2^max

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts. `max` is the top
            of the label set's scale, even if no passage of the topic reaches it. Unjudged passages
            and those of negative relevance satisfy nobody, like relevance 0.

    Returns:
        In [0, 1); 0 when no passage has gain or the run lacks the topic.

    Raises:
        ValueError: a cutoff below 1, or a relevance above the top of the scale.

    Source:
        Chapelle, Metzler, Zhang and Grinspan, CIKM 2009. gdeval.pl of the TREC Web Track gives the
        same, rounded, on a scale that ends at 4, which it assumes. Not in trec_eval.
    """

    symbol = "ERR"
    examples = ("ERR@20", "ERR")
    cutoff_rule = "optional"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return expected_reciprocal_ranks(rankings, rankings.hits, self.cutoff)


@dataclass(frozen=True, kw_only=True)
class NormalizedErr(Measure):
    """ERR divided by that of the ideal ranking; graded, with exponential gains.

    nERR@k = ERR@k / ERR@k of the judged passages by falling relevance

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts. It cuts the ideal
            ranking as well. Scale and unjudged passages are treated as in ERR.

    Returns:
        In [0, 1]; 0 when no judged passage has gain or the run lacks the topic.

    Raises:
        ValueError: a cutoff below 1, or a relevance above the top of the scale.

    Source:
        Chapelle, Metzler, Zhang and Grinspan, CIKM 2009; normalized as in NTCIREVAL's nERR (Sakai).
        ir_measures' NERR8 to NERR11 are different measures: "not (but nearly) ERR". Not in
        trec_eval.
    """

    symbol = "nERR"
    examples = ("nERR@20", "nERR")
    cutoff_rule = "optional"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return ratio(
            expected_reciprocal_ranks(rankings, rankings.hits, self.cutoff),
            expected_reciprocal_ranks(rankings, rankings.judged.ideal, self.cutoff),
        )


def expected_reciprocal_ranks(
    rankings: JudgedRankings, hits: Hits, cutoff: int | None
) -> NDArray[np.float64]:
    """ERR per topic of these labelled passages at these ranks."""
    top = top_of_scale(rankings.judged)
    chosen = hits.relevances > 0
    if cutoff is not None:
        chosen &= hits.ranks <= cutoff
    hits = hits.where(chosen)
    satisfied = np.exp2(hits.relevances - top) - np.exp2(-float(top))  # (n_hits,)
    reached = _product_above(1 - satisfied, hits.topics)  # (n_hits,)
    return rankings.per_topic(hits.topics, satisfied * reached / hits.ranks)


def top_of_scale(judged: JudgedTopics) -> int:
    """The highest relevance that there can be.

    Raises:
        ValueError: the labels hold a higher one.
    """
    highest = judged.relevances.max(initial=judged.max_relevance)
    if highest > judged.max_relevance:
        raise ValueError(
            f"relevance {highest} is above the top of the scale, {judged.max_relevance}"
        )
    return judged.max_relevance


def _product_above(factors: NDArray[np.float64], topics: Ints) -> NDArray[np.float64]:
    """For each hit, the product of the factors of those above it in its topic.

    One row a topic that has hits, one column more than the most that a topic has.
    """
    if not topics.size:
        return factors
    firsts = np.flatnonzero(np.diff(topics, prepend=-1))
    n_hits = np.diff([*firsts, topics.size])
    rows = np.repeat(np.arange(firsts.size), n_hits)
    columns = np.arange(topics.size) - np.repeat(firsts, n_hits)
    products = np.ones((firsts.size, int(n_hits.max()) + 1))
    products[rows, columns + 1] = factors
    np.cumprod(products, axis=1, out=products)
    above: NDArray[np.float64] = products[rows, columns]
    return above
