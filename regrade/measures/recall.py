from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure, ratio


@dataclass(frozen=True, kw_only=True)
class Recall(BinaryMeasure):
    """Share of the topic's relevant passages that the first k ranks hold; binary.

    R@k = |{i <= k : rel_i >= rel}| / |{judged passages with relevance >= rel}|

    Args:
        cutoff: k, counted in ranks from 1; required.
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: no cutoff, or one below 1.

    Source:
        van Rijsbergen, Information Retrieval, 2nd edition, 1979, chapter 7. trec_eval's recall
        (m_recall.c).
    """

    symbol = "R"
    examples = ("R@1000", "R(rel=2)@1000")
    cutoff_rule = "required"
    trec_eval_name = "recall"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        n_found = rankings.per_topic(self.relevant(rankings).topics)
        return ratio(n_found, self.n_relevant(rankings))
