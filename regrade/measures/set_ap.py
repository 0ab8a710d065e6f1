from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure, ratio


@dataclass(frozen=True, kw_only=True)
class SetAveragePrecision(BinaryMeasure):
    """Average precision of a set without order: SetP times SetR; binary.

    SetAP = SetP * SetR = found^2 / (n * R),
    R = |{judged passages with relevance >= rel}|,  n = passages retrieved

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff.

    Source:
        trec_eval's set_map (m_set_map.c).
    """

    symbol = "SetAP"
    examples = ("SetAP", "SetAP(rel=2)")
    cutoff_rule = "none"
    trec_eval_name = "set_map"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        n_found = rankings.per_topic(self.relevant(rankings).topics)
        precision = ratio(n_found, rankings.n_retrieved)
        return precision * ratio(n_found, self.n_relevant(rankings))
