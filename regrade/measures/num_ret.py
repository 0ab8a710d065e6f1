from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure


@dataclass(frozen=True, kw_only=True)
class NumRetrieved(BinaryMeasure):
    """How many passages the run retrieved, or of these how many reach a relevance.

    NumRet = n,  NumRet(rel=r) = |{i <= n : rel_i >= r}|

    Args:
        rel: lowest relevance that counts; without one every retrieved passage counts, judged or
            not, whatever the label set's own threshold is. With one an unjudged passage does not
            count.

    Returns:
        A whole number from 0; 0 when the run lacks the topic. A count, of which tools print the
        total over the topics.

    Raises:
        ValueError: a cutoff.

    Source:
        trec_eval's num_ret and, where rel is the threshold, num_rel_ret (m_num_ret.c,
        m_num_rel_ret.c). ir_measures writes it the same way.
    """

    symbol = "NumRet"
    examples = ("NumRet", "NumRet(rel=1)")
    cutoff_rule = "none"
    trec_eval_name = "num_ret"
    is_count = True

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        if self.rel is None:
            return rankings.n_retrieved.astype(np.float64)
        return rankings.per_topic(self.relevant(rankings).topics)
