from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure


@dataclass(frozen=True, kw_only=True)
class NumNonRelevantRetrieved(BinaryMeasure):
    """How many passages the run retrieved that were judged and are not relevant; binary.

    NumNonRelRet = |{i <= n : i is judged and 0 <= rel_i < rel}|

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage does not count, and neither does one of negative relevance, which
            trec_eval takes for unjudged.

    Returns:
        A whole number from 0; 0 when the run lacks the topic. A count, of which tools print the
        total over the topics.

    Raises:
        ValueError: a cutoff.

    Source:
        trec_eval's num_nonrel_judged_ret (m_num_nonrel_judged_ret.c).
    """

    symbol = "NumNonRelRet"
    examples = ("NumNonRelRet", "NumNonRelRet(rel=2)")
    cutoff_rule = "none"
    trec_eval_name = "num_nonrel_judged_ret"
    is_count = True

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        relevances = rankings.hits.relevances
        chosen = (relevances >= 0) & (relevances < self.threshold(rankings.judged))
        return rankings.per_topic(rankings.hits.topics[chosen])
