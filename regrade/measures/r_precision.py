from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure, ratio


@dataclass(frozen=True, kw_only=True)
class RPrecision(BinaryMeasure):
    """Precision at R, the number of the topic's relevant passages; binary.

    Rprec = P@R,  R = |{judged passages with relevance >= rel}|;
    Rprec(times=x) = P@floor(x * R + 0.9)

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.
        times: x, the depth as a multiple of R, above 0; 1 by default.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff, or times not above 0.

    Source:
        Buckley and Voorhees, in Voorhees and Harman (editors), TREC: Experiment and Evaluation in
        Information Retrieval, 2005, chapter 3. trec_eval's Rprec and Rprec_mult (m_Rprec.c,
        m_Rprec_mult.c), including the rounding of x * R.
    """

    symbol = "Rprec"
    examples = ("Rprec", "Rprec(rel=2)", "Rprec(times=0.5)")
    cutoff_rule = "none"
    trec_eval_name = "Rprec, Rprec_mult"
    no_optimistic = "how far it looks depends on how many are relevant"

    times: float = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.times) not in (int, float) or not 0 < self.times < math.inf:
            raise ValueError(f"times must be a number above 0, not {self.times!r}")

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        depth = np.floor(self.times * self.n_relevant(rankings) + 0.9)
        hits = self.relevant(rankings)
        n_found = rankings.per_topic(hits.topics[hits.ranks <= depth[hits.topics]])
        return ratio(n_found, depth)
