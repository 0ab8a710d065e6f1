from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.measures.judged_rankings import JudgedRankings
from evaluation.measures.measure import BinaryMeasure


@dataclass(frozen=True, kw_only=True)
class RankBiasedPrecision(BinaryMeasure):
    """What a reader finds per passage who goes on to the next with probability p; binary.

    RBP(p)@k = (1 - p) * sum_{i=1..k} [rel_i >= rel] * p^(i - 1)

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts. Cutting adds
            nothing in place of the tail, so RBP@k <= RBP.
        p: persistence, above 0 and below 1; required, as tools differ in their default.
        rel: lowest relevance that counts as relevant; by default the label set's own
            threshold. An unjudged passage is not relevant, which makes this the lower bound of
            what full judgments would give.

    Returns:
        In [0, 1); 0 when the run lacks the topic.

    Raises:
        ValueError: no p, p not between 0 and 1, or a cutoff below 1.

    Source:
        Moffat and Zobel, TOIS 27(1), 2008. trec_eval 10's rbp (m_rbp.c) on binary labels.
    """

    symbol = "RBP"
    examples = ("RBP(p=0.8)", "RBP(p=0.95)@20", "RBP(rel=2,p=0.8)")
    cutoff_rule = "optional"

    p: float

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.p, int | float) or not 0 < self.p < 1:
            raise ValueError(f"p must be above 0 and below 1, not {self.p!r}")

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        hits = self.relevant(rankings)
        return rankings.per_topic(hits.topics, (1 - self.p) * self.p ** (hits.ranks - 1.0))
