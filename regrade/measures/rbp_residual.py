from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import MAX_CUTOFF, Measure
from regrade.measures.rbp import check_persistence, rank_weights


@dataclass(frozen=True, kw_only=True)
class RbpResidual(Measure):
    """How much RBP could still rise if every unjudged passage, and every one below those
    retrieved, proved to be of the highest relevance; lower is better.

    RBPResidual(p)@k = p^d + (1 - p) * sum_{i <= d, passage i unjudged} p^(i - 1),
    d = min(k, n),  n = passages retrieved

    Args:
        cutoff: k, counted in ranks from 1; without one d is n. What lies below rank d is unseen
            and wholly in the residual. A passage of negative relevance is unjudged, as in
            trec_eval.
        p: persistence, above 0 and below 1; required, and that of the RBP it belongs to: RBP and
            RBP + RBPResidual are the bounds of what full judgments would give.

    Returns:
        In (0, 1]; 1 when the run lacks the topic.

    Raises:
        ValueError: no p, p not between 0 and 1, or a cutoff below 1.

    Source:
        Moffat and Zobel, TOIS 27(1), 2008. trec_eval 10's rbp_resid (m_rbp_resid.c) is the same
        at p = 0.9, but 0 where all is judged: it leaves out the unseen tail there.
    """

    symbol = "RBPResidual"
    examples = ("RBPResidual(p=0.8)", "RBPResidual(p=0.95)@20")
    cutoff_rule = "optional"
    lower_is_better = True
    reads = "labels"
    is_diagnostic = True

    p: float

    def __post_init__(self) -> None:
        super().__post_init__()
        check_persistence(self.p)

    @property
    def worst(self) -> float:
        return 1.0

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        depths = np.minimum(rankings.n_retrieved, self.cutoff or MAX_CUTOFF)
        judged = rankings.hits.where(rankings.hits.relevances >= 0)
        judged = judged.where(judged.ranks <= depths[judged.topics])
        weights = rank_weights(judged.ranks, self.p)
        residuals = 1 - rankings.per_topic(judged.topics, weights)
        return np.maximum(residuals, np.float_power(self.p, depths))  # above what rounding leaves
