from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure


@dataclass(frozen=True, kw_only=True)
class Success(BinaryMeasure):
    """Whether the first k ranks hold a relevant passage; binary.

    Success@k = 1 if some i <= k has rel_i >= rel, else 0

    Args:
        cutoff: k, counted in ranks from 1; required.
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        0 or 1; 0 when the run lacks the topic.

    Raises:
        ValueError: no cutoff, or one below 1.

    Source:
        Craswell and Hawking, Overview of the TREC-2004 Web Track, 2004. trec_eval's success
        (m_success.c).
    """

    symbol = "Success"
    examples = ("Success@10", "Success(rel=2)@10")
    cutoff_rule = "required"
    trec_eval_name = "success"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        hits = self.relevant(rankings)
        return rankings.per_topic(hits.topics[hits.nth == 1])
