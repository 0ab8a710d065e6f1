from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure


@dataclass(frozen=True, kw_only=True)
class NumRelevantRetrieved(BinaryMeasure):
    """How many relevant passages the run retrieved; binary.

    NumRelRet = |{i <= n : rel_i >= rel}|

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        A whole number from 0; 0 when the run lacks the topic. A count, of which tools print the
        total over the topics.

    Raises:
        ValueError: a cutoff.

    Source:
        trec_eval's num_rel_ret (m_num_rel_ret.c). NumRet(rel=1) in ir_measures, which has this
        name as another for it.
    """

    symbol = "NumRelRet"
    examples = ("NumRelRet", "NumRelRet(rel=2)")
    cutoff_rule = "none"
    trec_eval_name = "num_rel_ret"
    ir_measures_name = "NumRet(rel=1)"
    is_count = True

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return rankings.per_topic(self.relevant(rankings).topics)
