from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure


@dataclass(frozen=True, kw_only=True)
class ReciprocalRank(BinaryMeasure):
    """Reciprocal rank of the first relevant passage; binary. Its mean is MRR.

    RR@k = 1 / min{i <= k : rel_i >= rel},  0 when there is no such i

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts.
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        In [0, 1]; 0 when the run lacks the topic.

    Raises:
        ValueError: a cutoff below 1.

    Source:
        Kantor and Voorhees, Information Retrieval 2(2/3), 2000. trec_eval's recip_rank
        (m_recip_rank.c); the cutoff is ours, as trec_eval has none.
    """

    symbol = "RR"
    examples = ("RR", "RR@10", "RR(rel=2)@10")
    cutoff_rule = "optional"
    trec_eval_name = "recip_rank"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        hits = self.relevant(rankings)
        first = hits.nth == 1
        return rankings.per_topic(hits.topics[first], 1 / hits.ranks[first])
