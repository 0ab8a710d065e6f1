from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure


@dataclass(frozen=True, kw_only=True)
class NumRelevant(BinaryMeasure):
    """How many relevant passages the labels hold for the topic; binary. No run changes it.

    NumRel = R = |{judged passages with relevance >= rel}|

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        A whole number from 0, also when the run lacks the topic. A count, of which tools print
        the total over the topics.

    Raises:
        ValueError: a cutoff, or judged_only, since no ranking is looked at.

    Source:
        trec_eval's num_rel (m_num_rel.c).
    """

    symbol = "NumRel"
    examples = ("NumRel", "NumRel(rel=2)")
    cutoff_rule = "none"
    trec_eval_name = "num_rel"
    is_count = True
    holds_for_missing = True
    no_judged_only = "it looks at no ranking"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return self.n_relevant(rankings).astype(np.float64)
