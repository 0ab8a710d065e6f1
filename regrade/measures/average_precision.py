from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure, ratio


@dataclass(frozen=True, kw_only=True)
class AveragePrecision(BinaryMeasure):
    """Mean of the precision at each relevant passage; binary. Its mean over topics is MAP.

    AP@k = (sum of P@i over i <= k with rel_i >= rel) / R,
    R = |{judged passages with relevance >= rel}|

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts. R stays the
            number of all relevant passages, even above k.
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
