from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.f_measure import checked_beta, weighted_mean
from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure


@dataclass(frozen=True, kw_only=True)
class SetF(BinaryMeasure):
    """Weighted harmonic mean of SetP and SetR; binary.

    SetF = (1 + b^2) * SetP * SetR / (b^2 * SetP + SetR) = (1 + b^2) * found / (b^2 * R + n),
    R = |{judged passages with relevance >= rel}|,  n = passages retrieved

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.
        beta: b, how many times recall weighs as much as precision, from 0 up; 1 by default.
            trec_eval's parameter, and beta in ir_measures, is its square: set_F_0.25 is
            SetF(beta=0.5).

    Returns:
        In [0, 1]; 0 when nothing relevant was retrieved or the run lacks the topic.

    Raises:
        ValueError: a cutoff, or beta below 0.

    Source:
        van Rijsbergen, Information Retrieval, 2nd edition, 1979, chapter 7; the form with beta:
        Chinchor, MUC-4, 1992. trec_eval's set_F (m_set_F.c).
    """

    symbol = "SetF"
    examples = ("SetF", "SetF(beta=0.5)", "SetF(rel=2)")
    cutoff_rule = "none"
    trec_eval_name = "set_F"

    beta: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        checked_beta(self.beta)

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        n_found = rankings.per_topic(self.relevant(rankings).topics)
        n_retrieved = rankings.n_retrieved.astype(np.float64)
        return weighted_mean(n_found, n_retrieved, self.n_relevant(rankings), self.beta)
