from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure, ratio

SMOOTHING = 1e-5  # trec_eval's


@dataclass(frozen=True, kw_only=True)
class AveragePrecision(BinaryMeasure):
    """Average precision: the mean of the precision at each relevant passage; binary.
    Its mean over topics is MAP.

    AP@k = (sum of P@i over i <= k with rel_i >= rel) / R,
    R = |{judged passages with relevance >= rel}|

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts. R remains the
            number of all relevant passages, even if it exceeds k.
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff below 1.

    Source:
        Buckley and Voorhees, in Voorhees and Harman (editors), TREC: Experiment and Evaluation
        in Information Retrieval, 2005, chapter 3. trec_eval's map and map_cut (m_map.c,
        m_map_cut.c).
    """

    symbol = "AP"
    examples = ("AP", "AP@100", "AP(rel=2)")
    cutoff_rule = "optional"
    trec_eval_name = "map, map_cut"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        hits = self.relevant(rankings)
        sums = rankings.per_topic(hits.topics, hits.nth / hits.ranks)
        return ratio(sums, self.n_relevant(rankings))


@dataclass(frozen=True, kw_only=True)
class InferredAveragePrecision(BinaryMeasure):
    """Average precision inferred from a random sample of a pool's judgments; binary.
    Equals AP if the whole pool was judged.

    infAP = 1/R * sum over relevant r at rank i of
    1/i + (i - 1)/i * pooled_r/(i - 1) * (relevant_r + e) / (judged_r + 2e),
    relevant_r, judged_r, pooled_r = passages above r that are relevant, judged, pooled; e = 1e-5

    Args:
        rel: lowest relevance that counts as relevant, at least 0; by default the label set's own
            threshold. A passage of negative relevance was pooled but not sampled for judging; one
            without a label was not pooled and counts as not relevant.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff, a threshold below 0, or judged_only, which would discard the sampling.

    Source:
        Yilmaz and Aslam, CIKM 2006. trec_eval's infAP (m_infap.c).
    """

    symbol = "infAP"
    examples = ("infAP", "infAP(rel=2)")
    cutoff_rule = "none"
    trec_eval_name = "infAP"
    no_optimistic = "it infers what unjudged passages are"
    no_judged_only = "it infers from what was pooled and not judged"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        threshold = self.threshold(rankings.judged)
        if threshold < 0:
            raise ValueError(f"{self.name} needs a threshold from 0 up, not {threshold}")
        hits = rankings.hits
        is_relevant = hits.relevances >= threshold
        n_relevant, n_judged, n_pooled = (
            rankings.n_above(chosen)[is_relevant]
            for chosen in (is_relevant, hits.relevances >= 0, np.ones(is_relevant.shape, np.bool_))
        )
        share = (n_relevant + SMOOTHING) / (n_judged + 2 * SMOOTHING)
        precisions = (1 + n_pooled * share) / hits.ranks[is_relevant]
        sums = rankings.per_topic(hits.topics[is_relevant], precisions)
        return ratio(sums, self.n_relevant(rankings))
