from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.measures.judged_rankings import JudgedRankings
from evaluation.measures.measure import BinaryMeasure, ratio


@dataclass(frozen=True, kw_only=True)
class RPrecision(BinaryMeasure):
    """Precision at R, the number of the topic's relevant passages; binary.

    Rprec = P@R,  R = |{judged passages with relevance >= rel}|

    Args:
        rel: lowest relevance that counts as relevant, at least 1; by default the label set's
            own threshold. An unjudged passage is not relevant.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff, or a threshold below 1.

    Source:
        Buckley and Voorhees, in Voorhees and Harman (editors), TREC: Experiment and Evaluation
        in Information Retrieval, 2005, chapter 3. trec_eval's Rprec (m_Rprec.c).
    """

    symbol = "Rprec"
    examples = ("Rprec", "Rprec(rel=2)")
    cutoff_rule = "none"
    trec_eval_name = "Rprec"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        n_relevant = self.n_relevant(rankings)
        hits = self.relevant(rankings)
        n_found = rankings.per_topic(hits.topics[hits.ranks <= n_relevant[hits.topics]])
        return ratio(n_found, n_relevant)
