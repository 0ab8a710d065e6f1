from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.measures.judged_rankings import JudgedRankings
from evaluation.measures.measure import BinaryMeasure


@dataclass(frozen=True, kw_only=True)
class Precision(BinaryMeasure):
    """Share of relevant passages among the first k ranks; binary, divided by k always.

    P@k = |{i <= k : rel_i >= rel}| / k

    Args:
        cutoff: k, counted in ranks from 1; required. A shorter ranking is divided by k too.
        rel: lowest relevance that counts as relevant, at least 1; by default the label set's
            own threshold. An unjudged passage is not relevant.

    Returns:
        In [0, 1]; 0 when the run lacks the topic.

    Raises:
        ValueError: no cutoff, or a cutoff or threshold below 1.

    Source:
        van Rijsbergen, Information Retrieval, 2nd edition, 1979, chapter 7. trec_eval's P
        (m_P.c).
    """

    symbol = "P"
    examples = ("P@5", "P(rel=2)@5")
    cutoff_rule = "required"
    trec_eval_name = "P"

    cutoff: int

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return rankings.per_topic(self.relevant(rankings).topics) / self.cutoff
