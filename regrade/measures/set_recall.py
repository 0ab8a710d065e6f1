from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure, ratio


@dataclass(frozen=True, kw_only=True)
class SetRecall(BinaryMeasure):
    """Share of the topic's relevant passages among all that were retrieved, in any order; binary.

    SetR = |relevant retrieved| / R,  R = |{judged passages with relevance >= rel}|

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff.

    Source:
        van Rijsbergen, Information Retrieval, 2nd edition, 1979, chapter 7. trec_eval's
        set_recall (m_set_recall.c).
    """

    symbol = "SetR"
    examples = ("SetR", "SetR(rel=2)")
    cutoff_rule = "none"
    trec_eval_name = "set_recall"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        n_found = rankings.per_topic(self.relevant(rankings).topics)
        return ratio(n_found, self.n_relevant(rankings))
